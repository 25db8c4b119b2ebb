import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Address } from '../../protocol/primitives.ts';
import { addBalance, getAccount, newAccount, putAccount, updateAccount } from '../../state/accessors/accounts.ts';
import {
  getCode,
  getContract,
  getContractState,
  getStorageRow,
  putCode,
  putContract,
  putContractState,
  putStorageRow,
} from '../../state/accessors/contracts.ts';
import { type Root, type State } from '../../state/root.ts';
import {
  type ContractCode,
  type ContractEnergyState,
  type ContractRecord,
  type SigningPermission,
  type WorldState,
} from '../../vm/world/world-state.ts';
import { createAccount } from '../accounts/create-account.ts';
import { effectivePermission } from '../accounts/permissions.ts';
import { NotModelledError } from '../ledger-errors.ts';
import { createStakeState } from './stake-state.ts';
import { createTokenState, type TokenState } from './token-state.ts';
import { createVoteState } from './vote-state.ts';

const createdContractName = bytesToHex(utf8ToBytes('CreatedByContract'));

/** The ledger as the virtual machine sees it. Source: docs/protocol/virtual-machine.md. */
export const createWorldState = (state: State): WorldState => new LedgerWorldState(state);

/** A class, because each call of a contract needs one, and would take longer to create its sixty functions. */
class LedgerWorldState implements WorldState {
  readonly blackhole: Address;
  readonly #state: State;

  constructor(state: State) {
    this.blackhole = state.root.properties.blackhole;
    this.#state = state;
  }

  get stakes(): WorldState['stakes'] {
    return createStakeState(this.#state);
  }
  get votes(): WorldState['votes'] {
    return createVoteState(this.#state);
  }
  get #tokens(): TokenState {
    return createTokenState(this.#state);
  }

  snapshot(): Root {
    return this.#state.root;
  }
  restore(snapshot: unknown): void {
    this.#state.root = snapshot as Root;
  }
  refuseShielded(): void {
    throw new NotModelledError('shielded transfers');
  }

  hasAccount(address: Address): boolean {
    return getAccount(this.#state, address) !== undefined;
  }
  getBalance(address: Address): bigint {
    return getAccount(this.#state, address)?.balance ?? 0n;
  }
  addBalance(address: Address, amount: bigint): void {
    addBalance(this.#state, address, amount);
  }
  createNormalAccount(address: Address): void {
    createAccount(this.#state, address);
  }
  createContractAccount(address: Address): void {
    putAccount(this.#state, newAccount({ address, type: 'Contract', name: createdContractName }));
  }
  convertToContractAccount(address: Address): void {
    updateAccount(this.#state, address, { type: 'Contract', acquired: { bandwidth: 0n, energy: 0n } });
  }
  getPermission(address: Address, id: number): SigningPermission | undefined {
    return effectivePermission(this.#state, address, id);
  }

  hasToken(id: bigint): boolean {
    return this.#tokens.hasToken(id);
  }
  getTokenBalance(address: Address, id: bigint): bigint {
    return this.#tokens.getTokenBalance(address, id);
  }
  addTokenBalance(address: Address, id: bigint, amount: bigint): void {
    this.#tokens.addTokenBalance(address, id, amount);
  }
  getTokenBalances(address: Address): ReturnType<WorldState['getTokenBalances']> {
    return this.#tokens.getTokenBalances(address);
  }
  transferAllTokens(transfer: Parameters<WorldState['transferAllTokens']>[0]): void {
    this.#tokens.transferAllTokens(transfer);
  }

  getCode(address: Address): ContractCode | undefined {
    return getCode(this.#state, address);
  }
  setCode(address: Address, code: ContractCode): void {
    putCode(this.#state, address, code);
    const contract = getContract(this.#state, address);
    if (contract !== undefined) putContract(this.#state, { ...contract, codeHash: bytesToHex(code.hash) });
  }
  getContract(address: Address): ContractRecord | undefined {
    const contract = getContract(this.#state, address);
    if (contract === undefined) return undefined;
    const { version, deployer, transactionHash } = contract;
    return { version, deployer, ...(transactionHash !== '' && { txID: hexToBytes(transactionHash) }) };
  }
  createContract(address: Address, record: ContractRecord): void {
    putContract(this.#state, {
      address,
      deployer: record.deployer,
      name: '',
      abi: '',
      bytecode: '',
      callValue: 0n,
      consumeUserResourcePercent: 100n,
      deployerEnergyLimit: 0n,
      codeHash: '',
      transactionHash: record.txID === undefined ? '' : bytesToHex(record.txID),
      version: record.version,
    });
  }
  getContractEnergyState(address: Address): ContractEnergyState | undefined {
    return getContractState(this.#state, address);
  }
  setContractEnergyState(address: Address, value: ContractEnergyState): void {
    putContractState(this.#state, address, value);
  }
  getStorageRow({ contract, rowKey, slot }: Parameters<WorldState['getStorageRow']>[0]): Uint8Array | undefined {
    return getStorageRow(this.#state, contract, rowKey, slot);
  }
  setStorageRow({ contract, rowKey, value }: Parameters<WorldState['setStorageRow']>[0]): void {
    putStorageRow(this.#state, contract, rowKey, value);
  }
}
