import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createMemoryState, type Log } from '@coin/mock-node/vm';
import { type Hex, keccak256, toRlp } from 'viem';
import { type Source } from '../case.ts';
import { type Account, type Accounts, blockOf, checkStorage, putAccounts, readTests } from '../ethereum-state.ts';
import { addressOf, bytesOf, hexOf, runIn } from '../vm-calls.ts';
import { exclusions } from './exclusions.ts';

interface VmTest {
  readonly env: { readonly currentCoinbase: Hex; readonly currentNumber: Hex; readonly currentTimestamp: Hex };
  readonly exec: Readonly<Record<'address' | 'caller' | 'code' | 'data' | 'gas' | 'value', Hex>>;
  readonly pre: Accounts;
  /** Absent if the execution fails. */
  readonly post?: Accounts;
  readonly out?: Hex;
  /** Keccak-256 of the RLP of the logs. */
  readonly logs?: Hex;
}

const hashLogs = (logs: readonly Log[]): Hex =>
  keccak256(
    toRlp(
      logs.map(({ address, topics, data }): [Hex, Hex[], Hex] => [
        `0x${address.slice(2)}`,
        topics.map((topic) => `0x${hexOf(topic)}` as const),
        `0x${hexOf(data)}`,
      ]),
    ),
  );

/** Runs the code at its address. The balance there includes the value of the call already. */
function checkExecution({ env, exec, pre, post, out, logs }: VmTest): void {
  const state = createMemoryState();
  const own = pre[exec.address] ?? { balance: exec.value, storage: {} };
  const balance: Hex = `0x${(BigInt(own.balance) - BigInt(exec.value)).toString(16)}`;
  const payer: Account = { balance: exec.value, code: '0x', storage: {} };
  putAccounts(state, { ...pre, [exec.caller]: payer, [exec.address]: { ...own, code: exec.code, balance } });
  const result = runIn(state, {
    block: blockOf(env.currentCoinbase, env.currentNumber, env.currentTimestamp),
    energyLimit: BigInt(exec.gas),
    caller: addressOf(exec.caller),
    to: addressOf(exec.address),
    callValue: BigInt(exec.value),
    data: bytesOf(exec.data),
  });
  assert.equal(result.status === 'success', post !== undefined, result.status);
  if (post === undefined) return;
  assert.equal(`0x${hexOf(result.output)}`, out);
  assert.equal(hashLogs(result.logs), logs);
  checkStorage(state, pre, post);
}

/** Programs and what an Ethereum node of Constantinople makes of them. Gas is not compared. */
export const vmTests: Source = {
  name: 'vm-tests',
  origin: 'ethereum/legacytests 71560ecd8d6b, Constantinople/VMTests',
  licence: 'MIT',
  read: (folder) =>
    readTests<VmTest>(join(folder, 'Constantinople/VMTests')).map(({ file, name, test }) => ({
      name: `${file.split('/')[0]} ${name}`,
      check: () => checkExecution(test),
    })),
  exclusions,
};
