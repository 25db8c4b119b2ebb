import { type Chain } from '../chain/chain.ts';
import { type Controls } from '../control/controls.ts';
import { type JsonValue } from '../http/json/json-value.ts';
import { InvalidParamsError, type RpcMethod } from './json-rpc.ts';
import { decodeInt } from './tre-arguments.ts';

interface MethodContext {
  readonly chain: Chain;
  readonly controls: Controls;
}

type Act = (context: MethodContext, params: readonly JsonValue[]) => unknown;

/** Parameters that a method takes: as many, or one of several numbers. */
const taking =
  (counts: number | readonly number[], act: Act): Act =>
  (context, params) => {
    if (![counts].flat().includes(params.length)) throw new InvalidParamsError('method parameters invalid');
    return act(context, params);
  };

/** Seconds. Source: docs/protocol/tre.md, Methods. */
const MAX_BLOCK_TIME = 60;
/** Source: docs/protocol/tre.md, Methods. */
const MAX_BLOCKS = 100;

const acts: Readonly<Record<string, Act>> = {
  tre_blockTime: taking(1, ({ controls }, [time = null]) => {
    const seconds = decodeInt(time);
    if (seconds < 0 || seconds > MAX_BLOCK_TIME)
      throw new InvalidParamsError(`block time should between [0, ${MAX_BLOCK_TIME}] in second`);
    controls.setMining(seconds === 0 ? { mode: 'instant' } : { mode: 'interval', interval: seconds * 1000 });
    return true;
  }),
  tre_mine: taking([0, 1], ({ controls }, [options]) => {
    const blocks = options === undefined ? 1 : decodeInt((options instanceof Map && options.get('blocks')) || null);
    if (blocks <= 0 || blocks > MAX_BLOCKS) throw new InvalidParamsError(`blocks should between (0, ${MAX_BLOCKS}]`);
    controls.mine(blocks);
    return '0x0';
  }),
};

/** The methods of `/tre`. Source: docs/protocol/tre.md, Methods. */
export function createMethods(context: MethodContext): ReadonlyMap<string, RpcMethod> {
  return new Map(Object.entries(acts).map(([name, act]) => [name, (params) => act(context, params)]));
}
