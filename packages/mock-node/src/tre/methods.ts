import { latestState, type Chain } from '../chain/chain.ts';
import { type Controls } from '../control/controls.ts';
import { setBalance, setCode, setStorage } from '../control/state-overrides.ts';
import { isMockNodeError } from '../errors.ts';
import { isJsonArray, type JsonValue } from '../json/json-value.ts';
import { type NamedMethod } from '../jsonrpc/envelope/answer-body.ts';
import { invalidParams, unknownState } from '../jsonrpc/envelope/failures.ts';
import { WrittenJson } from '../jsonrpc/envelope/json-text.ts';
import { headBlock } from '../state/accessors/blocks.ts';
import { getContract } from '../state/accessors/contracts.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { changeStores } from './change-stores.ts';
import { storageRange } from './storage-range.ts';
import { structLogTrace } from './struct-logs.ts';
import { decodeAddress, decodeHash, decodeHex, decodeInt, decodeLong, decodeWord } from './tre-arguments.ts';

interface MethodContext {
  readonly chain: Chain;
  readonly controls: Controls;
}

type Act = (context: MethodContext, params: readonly JsonValue[]) => unknown;

interface Method {
  readonly parameters: NamedMethod['parameters'];
  readonly act: Act;
}

const taking = (parameters: Method['parameters'], act: Act): Method => ({ parameters, act });

/** Seconds. Source: docs/protocol/tre.md, Methods. */
const MAX_BLOCK_TIME = 60;
/** Source: docs/protocol/tre.md, Methods. */
const MAX_BLOCKS = 100;

const methods: Readonly<Record<string, Method>> = {
  tre_setAccountBalance: taking(2, ({ chain }, [account = null, amount = null]) => {
    const [address, balance] = [decodeAddress(account), decodeLong(amount)];
    if (balance < 0n) throw invalidParams('balance can not be less than 0');
    changeStores(chain, (state) => setBalance(state, address, balance));
    return true;
  }),
  tre_setAccountCode: taking(2, ({ chain }, [account = null, text = null]) => {
    const [address, code] = [decodeAddress(account), decodeHex(text)];
    changeStores(chain, (state) => setCode(state, address, code));
    return true;
  }),
  tre_setAccountStorageAt: taking(3, ({ chain }, [account = null, key = null, word = null]) => {
    const [contract, slot, value] = [decodeAddress(account), decodeWord(key), decodeWord(word)];
    changeStores(chain, (state) => {
      if (getContract(state, contract) === undefined) setCode(state, contract, '');
      setStorage(state, { contract, slot, value });
    });
    return true;
  }),
  tre_blockTime: taking(1, ({ controls }, [time = null]) => {
    const seconds = decodeInt(time);
    if (seconds < 0 || seconds > MAX_BLOCK_TIME)
      throw invalidParams(`block time should between [0, ${MAX_BLOCK_TIME}] in second`);
    controls.setMining(seconds === 0 ? { kind: 'instant' } : { kind: 'interval', intervalMs: seconds * 1000 });
    return true;
  }),
  tre_mine: taking([0, 1], ({ controls }, [options]) => {
    const blocks = options === undefined ? 1 : decodeInt((options instanceof Map && options.get('blocks')) || null);
    if (blocks <= 0 || blocks > MAX_BLOCKS) throw invalidParams(`blocks should between (0, ${MAX_BLOCKS}]`);
    controls.mine(blocks);
    return '0x0';
  }),
  tre_unlockedAccounts: taking(1, ({ controls }, [accounts = null]) => {
    const list = isJsonArray(accounts) ? accounts : [accounts];
    // All are read before the first is unlocked.
    for (const address of list.map(decodeAddress)) controls.impersonate(address);
    return true;
  }),
  debug_traceTransaction: taking(1, ({ controls }, [txID = null]) => structLogTrace(controls, decodeHash(txID))),
  debug_storageRangeAt: taking(
    5,
    ({ chain }, [block = null, index = null, account = null, start = null, limit = null]) => {
      if (decodeInt(index) > 0) throw invalidParams(`${LATEST_ONLY}, txIndex must be 0`);
      if (!isLatest(chain, block)) throw invalidParams(LATEST_ONLY);
      const count = decodeInt(limit);
      if (count <= 0) throw invalidParams('limit must be greater than 0');
      const from = start === null || start === '' || start === '0x' ? ''.padStart(64, '0') : decodeWord(start);
      return storageRange(latestState(chain), decodeAddress(account), { from, count });
    },
  ),
};

const LATEST_ONLY = 'only the latest/current state is supported';

/** Whether a block is the head, by number, by id or as `latest`. TronBox's documentation also lets 0 mean it. */
function isLatest(chain: Chain, block: JsonValue): boolean {
  const head = headBlock(latestState(chain));
  if (block === null || block === '') return true;
  if (typeof block !== 'string' && typeof block !== 'bigint') return false;
  const text = String(block)
    .toLowerCase()
    .replace(/^0x(?=.{64}$)/, '');
  const isNumber = /^(\d{1,18}|0x[0-9a-f]{1,15})$/.test(text);
  return text === 'latest' || text === head.id || (isNumber && [0, head.number].includes(Number(text)));
}

/** Finds the methods of `/tre` by their names. Source: docs/protocol/tre.md, Methods. */
export function findMethod(context: MethodContext, name: string): NamedMethod | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return undefined;
  const { parameters, act } = method;
  return { parameters, run: (values) => new WrittenJson(JSON.stringify(inTreWords(() => act(context, values)))) };
}

/** A control's rejection becomes an error of the parameters. Missing knowledge of a fork is reported as such. */
function inTreWords<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (isMockNodeError(error)) throw invalidParams(error.shortMessage);
    const cause = error instanceof InterruptedError ? error.cause : undefined;
    throw unknownState(cause) ?? error;
  }
}
