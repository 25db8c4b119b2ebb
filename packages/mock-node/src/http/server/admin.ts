import type { MiningMode } from '../../chain/chain.ts';
import { isMockNodeError, MockNodeError } from '../../errors.ts';
import type { BlockMessage } from '../../protocol/messages.ts';
import { readBlockJson } from '../message/block-json.ts';
import type { CallScripts } from '../instruments/call-scripts.ts';
import type { FaultRule, Faults } from '../instruments/faults.ts';
import type { Journal } from '../instruments/request-log.ts';
import { int64Member } from '../json/json-integer.ts';
import { composeJson, quoteJson, stringMember, writeJson } from '../json/json-value.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { jsonOf, readJsonBody } from '../message/request.ts';
import type { NodeRequest } from '../message/request.ts';
import { errorObject, errorPage, jsonResponse } from '../message/response.ts';
import type { NodeResponse } from '../message/response.ts';

/** What a test does to a node besides sending it requests. Times in milliseconds, amounts in small units, factors in ten-thousandths. */
export interface Controls {
  importBlock(block: BlockMessage): void;
  mine(count: number): void;
  advanceTime(milliseconds: number): void;
  setNextBlockTime(time: number): void;
  advanceCycle(): void;
  setMining(mode: MiningMode): void;
  snapshot(): string;
  revert(snapshot: string): void;
  dump(): string;
  load(dump: string): void;
  setBalance(address: string, balance: bigint): void;
  setEnergyFactor(contract: string, factor: bigint): void;
  setCode(address: string, code: string): void;
  setStorage(contract: string, slot: string, value: string): void;
  setChainParameter(name: string, value: bigint): void;
}

interface Instruments {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly scripts: CallScripts;
}

/** What a control answers besides `result`: members as JSON. */
type Extra = Readonly<Record<string, string>> | void;
type Control = (body: JsonObject) => Extra;

/**
 * The paths below `/admin`, which no real node has: one a control, a POST with its arguments as JSON. They answer `{"result":true,…}`, or status 400 with
 * `{"result":false,"message":…}`.
 *
 * Source: Decision: what a test in another language, or in another process, needs to drive a served node.
 */
export function createAdmin(controls: Controls, instruments: Instruments): (request: NodeRequest) => NodeResponse {
  const table = controlTable(controls, instruments);
  return (request) => {
    const control = table.get(request.path.slice('/admin/'.length));
    if (control === undefined) return errorPage(request, 404, 'Not Found');
    if (request.method !== 'POST') {
      return errorPage(request, 405, `HTTP method ${request.method} is not supported by this URL`);
    }
    try {
      const body = request.body.trim() === '' ? new Map<string, JsonValue>() : jsonOf(readJsonBody(request));
      const extra = Object.entries(control(body) ?? {});
      return jsonResponse(`${composeJson([['result', 'true'], ...extra])}\n`);
    } catch (error) {
      return refusal(error);
    }
  };
}

function refusal(error: unknown): NodeResponse {
  if (isMockNodeError(error)) {
    const members: readonly (readonly [string, string])[] = [
      ['result', 'false'],
      ['code', quoteJson(error.code)],
      ['message', quoteJson(error.message)],
    ];
    return jsonResponse(`${composeJson(members)}\n`, 400);
  }
  return jsonResponse(`${errorObject(error)}\n`, 400);
}

function controlTable(controls: Controls, { faults, journal, scripts }: Instruments): ReadonlyMap<string, Control> {
  return new Map<string, Control>([
    ['importblock', (body) => controls.importBlock(readBlockJson(body))],
    ['mine', (body) => controls.mine(body.has('count') ? integer(body, 'count') : 1)],
    ['advancetime', (body) => controls.advanceTime(integer(body, 'milliseconds'))],
    ['setnextblocktime', (body) => controls.setNextBlockTime(integer(body, 'time'))],
    ['advancecycle', () => controls.advanceCycle()],
    ['setmining', (body) => controls.setMining(miningMode(body))],
    ['snapshot', () => ({ snapshot: quoteJson(controls.snapshot()) })],
    ['revert', (body) => controls.revert(text(body, 'snapshot'))],
    ['dump', () => ({ dump: quoteJson(controls.dump()) })],
    ['load', (body) => controls.load(text(body, 'dump'))],
    ['setbalance', (body) => controls.setBalance(text(body, 'address'), amount(body, 'balance'))],
    ['setenergyfactor', (body) => controls.setEnergyFactor(text(body, 'contract'), amount(body, 'factor'))],
    ['setcode', (body) => controls.setCode(text(body, 'address'), text(body, 'code'))],
    ['setstorage', (body) => controls.setStorage(text(body, 'contract'), text(body, 'slot'), text(body, 'value'))],
    ['setchainparameter', (body) => controls.setChainParameter(text(body, 'name'), amount(body, 'value'))],
    ['addfault', (body) => void faults.add(plain(body) as FaultRule)],
    ['resetfaults', () => faults.reset()],
    [
      'scriptcall',
      (body) => {
        const energy = (key: string) => (body.has(key) ? { [key]: amount(body, key) } : {});
        const { contract, functionSelector, result, outcome } = plain(body) as Record<string, string | undefined>;
        scripts.add({
          contract: contract ?? text(body, 'contract'),
          ...(functionSelector !== undefined && { functionSelector }),
          ...(result !== undefined && { result }),
          ...(outcome !== undefined && { outcome: outcome === 'revert' ? 'revert' : 'success' }),
          ...energy('energyUsed'),
          ...energy('energyPenalty'),
          ...energy('energyRequired'),
        });
      },
    ],
    ['resetscripts', () => scripts.reset()],
    ['requests', () => ({ requests: JSON.stringify(journal.entries) })],
    ['resetrequests', () => journal.reset()],
  ]);
}

function fail(argument: string, problem: string): never {
  throw new MockNodeError('INVALID_ARGUMENT', { argument, problem });
}

function text(body: JsonObject, key: string): string {
  return stringMember(body, key) ?? fail(key, 'is missing');
}

function amount(body: JsonObject, key: string): bigint {
  return int64Member(body, key) ?? fail(key, 'is missing');
}

function integer(body: JsonObject, key: string): number {
  const value = Number(amount(body, key));
  return Number.isSafeInteger(value) ? value : fail(key, `is ${value}, beyond what a number holds exactly`);
}

function miningMode(body: JsonObject): MiningMode {
  const mode = text(body, 'mode');
  if (mode === 'instant' || mode === 'manual') return { mode };
  if (mode === 'interval' || mode === 'mixed') return { mode, interval: integer(body, 'interval') };
  return fail('mode', `is ${mode}, must be instant, manual, interval or mixed`);
}

/** JSON as ordinary values, integers as numbers. */
function plain(value: JsonValue): unknown {
  return JSON.parse(writeJson(value));
}
