import { type Abi } from '../../abi/abi.ts';
import { latestState, type Chain } from '../../chain/chain.ts';
import { importBlock } from '../../chain/import-block.ts';
import { type MiningMode } from '../../chain/mining-mode.ts';
import { readInteger } from '../../control/arguments/control-arguments.ts';
import { assetBalanceKeys, codeKeys, storageKeys, tokenBalanceKeys } from '../../control/arguments/overrides.ts';
import { type Controls } from '../../control/controls.ts';
import { deployKeys, type DeployOptions } from '../../control/deploy.ts';
import { invokeKeys, type InvokeOptions } from '../../control/invoke.ts';
import { reorganizationKeys, type Reorganization } from '../../control/reorganization.ts';
import { mineUntil } from '../../control/time-control.ts';
import { type TraceOptions } from '../../control/tracing/execution-trace.ts';
import { tracedCallKeys, type TracedCall } from '../../control/tracing/trace-call.ts';
import { traceOptionKeys } from '../../control/tracing/trace-options.ts';
import { argumentInvalid, isMockNodeError } from '../../errors.ts';
import { int64Member } from '../../json/json-integer.ts';
import {
  composeJson,
  isJsonArray,
  quoteJson,
  stringMember,
  writeJson,
  type JsonObject,
  type JsonValue,
} from '../../json/json-value.ts';
import { unlimitedRules } from '../../json/read-json.ts';
import { checkKeys } from '../../known-keys.ts';
import { readBlockJson } from '../../message/block-json.ts';
import { bodyLimit, readObject, type NodeRequest } from '../../message/request.ts';
import { errorObject, errorPage, jsonResponse, type NodeResponse } from '../../message/response.ts';
import { traceJson } from '../../message/trace-json.ts';
import { headBlock } from '../../state/accessors/blocks.ts';
import { scriptKeys, type CallScript, type CallScripts } from '../instruments/call-scripts.ts';
import { type FaultRule, type Faults } from '../instruments/faults.ts';
import { type RequestLog } from '../instruments/request-log.ts';

/** The parts of a node that the paths below `/admin` control. */
export interface AdminContext {
  readonly chain: Chain;
  readonly controls: Controls;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly scripts: CallScripts;
  /** Accounts whose keys the node knows. */
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

/** Members of the answer besides `result`, as JSON. */
type Members = Readonly<Record<string, string>>;
type AdminHandler = (context: AdminContext, body: JsonObject) => Members | void | Promise<Members>;

/** Keeps each request within a few seconds. */
const minedBlocks = { min: 1, max: 10_000 };

/** Wraps a handler, and rejects bodies with other members than these. */
function taking(known: object, act: AdminHandler): AdminHandler {
  return (context, body) => {
    checkKeys('body', Object.fromEntries(body), known, '');
    return act(context, body);
  };
}

/** The control that has no path below `/admin`. */
type InProcessControl = 'placeContract';

/** Keeps an answer within some megabytes and some tenths of a second. */
const tracedSteps = { min: 0, max: 20_000 };

const controlPaths: { readonly [Name in Exclude<keyof Controls, InProcessControl> as Lowercase<Name>]: AdminHandler } =
  {
    now: taking({}, ({ controls }) => ({ now: String(controls.now()) })),
    mine: taking({ count: true }, ({ controls }, body) =>
      controls.mine(body.has('count') ? readInteger('count', integer(body, 'count'), minedBlocks) : 1),
    ),
    mineuntil: taking({ time: true }, ({ chain }, body) => mineUntil(chain, integer(body, 'time'), minedBlocks.max)),
    setmining: taking({ kind: true, intervalMs: true }, ({ controls }, body) => controls.setMining(miningMode(body))),
    increasetime: taking({ ms: true }, ({ controls }, body) => controls.increaseTime(integer(body, 'ms'))),
    advancetime: taking({ ms: true }, ({ controls }, body) => controls.advanceTime(integer(body, 'ms'))),
    setnextblocktime: taking({ time: true }, ({ controls }, body) => controls.setNextBlockTime(integer(body, 'time'))),
    advancecycle: taking({}, ({ controls }) => controls.advanceCycle()),
    reorganize: taking(reorganizationKeys, ({ controls }, body) => ({
      transactions: JSON.stringify(controls.reorganize(reorganization(body))),
    })),
    snapshot: taking({}, ({ controls }) => ({ snapshot: quoteJson(controls.snapshot()) })),
    revert: taking({ snapshot: true }, ({ controls }, body) => controls.revert(text(body, 'snapshot'))),
    dump: taking({}, ({ controls }) => ({ dump: quoteJson(controls.dump()) })),
    load: taking({ dump: true }, ({ controls }, body) => controls.load(text(body, 'dump'))),
    setbalance: taking({ address: true, balance: true }, ({ controls }, body) =>
      controls.setBalance(text(body, 'address'), amount(body, 'balance')),
    ),
    setassetbalance: taking(assetBalanceKeys, ({ controls }, body) =>
      controls.setAssetBalance({
        address: text(body, 'address'),
        tokenId: amount(body, 'tokenId'),
        balance: amount(body, 'balance'),
      }),
    ),
    dealtoken: taking(tokenBalanceKeys, ({ controls }, body) =>
      controls.dealToken({
        token: text(body, 'token'),
        address: text(body, 'address'),
        balance: wideAmount(body, 'balance'),
      }),
    ),
    setcode: taking(codeKeys, ({ controls }, body) =>
      controls.setCode({ address: text(body, 'address'), code: text(body, 'code') }),
    ),
    setstorage: taking(storageKeys, ({ controls }, body) =>
      controls.setStorage({
        contract: text(body, 'contract'),
        slot: text(body, 'slot'),
        value: text(body, 'value'),
      }),
    ),
    setenergyfactor: taking({ contract: true, factor: true }, ({ controls }, body) =>
      controls.setEnergyFactor(text(body, 'contract'), amount(body, 'factor')),
    ),
    deploy: taking(deployKeys, async ({ controls }, body) => {
      const { address, txID, ...amounts } = await controls.deploy(deployOptions(body, readAbi(body)));
      return { address: quoteJson(address), txID: quoteJson(txID), ...numbers(amounts) };
    }),
    invoke: taking(invokeKeys, async ({ controls }, body) => {
      const { energyUsed, fee, ...texts } = await controls.invoke(invokeOptions(body, readAbi(body)));
      return { ...jsonMembers(texts), ...numbers({ energyUsed, fee }) };
    }),
    impersonate: taking({ address: true }, ({ controls }, body) => controls.impersonate(text(body, 'address'))),
    stopimpersonating: taking({ address: true }, ({ controls }, body) =>
      controls.stopImpersonating(text(body, 'address')),
    ),
    supply: taking({}, ({ controls }) => numbers(controls.supply())),
    setchainparameter: taking({ name: true, value: true }, ({ controls }, body) =>
      controls.setChainParameter(text(body, 'name'), amount(body, 'value')),
    ),
    tracetransaction: taking({ txID: true, ...traceOptionKeys }, ({ controls }, body) => ({
      trace: traceJson(controls.traceTransaction(text(body, 'txID'), traceOptions(body))),
    })),
    explaintransaction: taking({ txID: true }, ({ controls }, body) => ({
      unknowns: JSON.stringify(controls.explainTransaction(text(body, 'txID'))),
    })),
    tracecall: taking(tracedCallKeys, ({ controls }, body) => ({
      trace: traceJson(controls.traceCall(tracedCall(body))),
    })),
  };

const otherPaths: Readonly<Record<string, AdminHandler>> = {
  health: taking({}, ({ chain, controls }) => ({
    blockNumber: String(headBlock(latestState(chain)).number),
    now: String(controls.now()),
  })),
  addresses: taking({}, ({ accounts }) => ({ accounts: JSON.stringify(accounts) })),
  importblock: ({ chain }, body) => importBlock(chain, readBlockJson(body)),
  addfault: ({ faults }, body) => void faults.add(faultRule(body)),
  resetfaults: taking({}, ({ faults }) => faults.reset()),
  scriptcall: taking(scriptKeys, ({ scripts }, body) => scripts.add(callScript(body))),
  resetscripts: taking({}, ({ scripts }) => scripts.reset()),
  requests: taking({}, ({ requests }) => ({ requests: JSON.stringify(requests.entries) })),
  resetrequests: taking({}, ({ requests }) => requests.reset()),
};

/** The handlers, by the last part of the path. */
export const adminHandlers: ReadonlyMap<string, AdminHandler> = /* @__PURE__ */ new Map<string, AdminHandler>(
  /* @__PURE__ */ Object.entries({ ...controlPaths, ...otherPaths }),
);

/** Paths that also answer GET, for a browser's address bar and a container's health check. */
const readPaths: ReadonlySet<string> = /* @__PURE__ */ new Set(['health', 'addresses']);

const isRead = ({ method }: NodeRequest): boolean => method === 'GET' || method === 'HEAD';

function listPaths(): NodeResponse {
  const paths = [...adminHandlers.keys()].map((name) => ({
    path: `/admin/${name}`,
    methods: readPaths.has(name) ? ['GET', 'POST'] : ['POST'],
  }));
  return jsonResponse(`${composeJson([['paths', JSON.stringify(paths)]])}\n`);
}

/**
 * Answers the paths below `/admin`, with which tests in another language or process control a served node.
 *
 * No real node has them. Each takes a POST with its arguments as JSON and the content type `application/json`; a web
 * page can send other content types without asking first. A GET of `/admin` lists the paths. They answer
 * `{"result":true,…}`, or status 400 or 415 with `{"result":false,"message":…}`.
 */
export function answerAdmin(context: AdminContext, request: NodeRequest): NodeResponse | Promise<NodeResponse> {
  const name = request.path.slice('/admin/'.length);
  if (name === '' && isRead(request)) return listPaths();
  const handler = adminHandlers.get(name);
  if (handler === undefined) return errorPage(request, 404, 'Not Found');
  const isReadHere = isRead(request) && readPaths.has(name);
  if (request.method !== 'POST' && !isReadHere) {
    return errorPage(request, 405, `HTTP method ${request.method} is not supported by this URL`);
  }
  if (!isReadHere && !jsonType.test(request.contentType ?? '')) return unsupportedType(request.contentType);
  if (request.isOversized) return tooLarge(request);
  try {
    const body: JsonObject = request.body.trim() === '' ? new Map() : readObject(request, unlimitedRules);
    const members = handler(context, body);
    return members instanceof Promise ? members.then(success, (error) => adminFailure(error)) : success(members ?? {});
  } catch (error) {
    return adminFailure(error);
  }
}

const success = (members: Members): NodeResponse =>
  jsonResponse(`${composeJson([['result', 'true'], ...Object.entries(members)])}\n`);

const jsonType = /^\s*application\/json\s*(;|$)/i;

function unsupportedType(contentType = ''): NodeResponse {
  return adminFailure(argumentInvalid('content-type', contentType, 'application/json'), 415);
}

function tooLarge({ path }: NodeRequest): NodeResponse {
  return adminFailure(argumentInvalid('body', 'too large', `at most ${bodyLimit(path)} bytes`), 413);
}

/** Returns the answer for an error of this package, and rethrows any other error. */
export function adminFailure(error: unknown, status = 400): NodeResponse {
  if (!isMockNodeError(error)) return jsonResponse(`${errorObject(error)}\n`, status);
  const members = [
    ['result', 'false'],
    ['code', quoteJson(error.code)],
    ['message', quoteJson(error.shortMessage)],
  ] as const;
  return jsonResponse(`${composeJson(members)}\n`, status);
}

/** Converts members whose values are bigints. */
const numbers = (members: object): Members =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, String(value)]));

/** Converts members that JSON can write. */
const jsonMembers = (members: object): Members =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, JSON.stringify(value)]));

/** @throws MockNodeError `ARGUMENT_INVALID` */
function missing(key: string, expected: string): never {
  throw argumentInvalid(key, undefined, expected);
}

function text(body: JsonObject, key: string): string {
  return stringMember(body, key) ?? missing(key, 'a text');
}

function amount(body: JsonObject, key: string): bigint {
  return int64Member(body, key) ?? missing(key, 'an integer');
}

/** An amount of more than 64 bits, which may be a text. */
function wideAmount(body: JsonObject, key: string): bigint {
  const value = body.get(key);
  if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return BigInt(value);
  return typeof value === 'bigint' ? value : missing(key, 'an integer');
}

function integer(body: JsonObject, key: string): number {
  const value = amount(body, key);
  if (!Number.isSafeInteger(Number(value)))
    throw argumentInvalid(key, value, `an integer within ±${Number.MAX_SAFE_INTEGER}`);
  return Number(value);
}

function miningMode(body: JsonObject): MiningMode {
  const kind = text(body, 'kind');
  // `setMining` rejects an interval here.
  if (kind === 'instant' || kind === 'manual') return { kind, ...(body.has('intervalMs') && { intervalMs: 0 }) };
  if (kind === 'interval' || kind === 'mixed') return { kind, intervalMs: integer(body, 'intervalMs') };
  throw argumentInvalid('kind', kind, 'instant, manual, interval or mixed');
}

/** `reorganize` checks the rest. */
function reorganization(body: JsonObject): Reorganization {
  const transactions = stringMember(body, 'transactions') as Reorganization['transactions'];
  return {
    blocks: readInteger('blocks', integer(body, 'blocks'), minedBlocks),
    ...(body.has('newBlocks') && { newBlocks: readInteger('newBlocks', integer(body, 'newBlocks'), minedBlocks) }),
    ...(transactions !== undefined && { transactions }),
  };
}

function tracedCall(body: JsonObject): TracedCall {
  return {
    owner: text(body, 'owner'),
    contract: text(body, 'contract'),
    data: text(body, 'data'),
    ...(body.has('callValue') && { callValue: amount(body, 'callValue') }),
    ...traceOptions(body),
  };
}

/** The control checks it. */
function readAbi(body: JsonObject): { readonly abi?: Abi } {
  return body.has('abi') ? { abi: JSON.parse(writeJson(body.get('abi') ?? null)) as Abi } : {};
}

/** Integers too large for the client's JSON may be strings. */
function amounts<Key extends string>(body: JsonObject, keys: readonly Key[]): { readonly [K in Key]?: bigint } {
  return Object.fromEntries(keys.flatMap((key) => (body.has(key) ? [[key, amount(body, key)]] : []))) as {
    readonly [K in Key]?: bigint;
  };
}

function invokeOptions(body: JsonObject, abi: { readonly abi?: Abi }): InvokeOptions {
  return {
    owner: text(body, 'owner'),
    contract: text(body, 'contract'),
    data: text(body, 'data'),
    ...abi,
    ...amounts(body, ['callValue', 'feeLimit']),
    ...(body.has('snapshot') && { snapshot: text(body, 'snapshot') }),
  };
}

/** `deploy` checks the rest. */
function deployOptions(body: JsonObject, abi: { readonly abi?: Abi }): DeployOptions {
  const [owner, name, args] = [stringMember(body, 'owner'), stringMember(body, 'name'), body.get('args')];
  return {
    bytecode: text(body, 'bytecode'),
    ...(owner !== undefined && { owner }),
    ...(name !== undefined && { name }),
    ...(body.has('callerPercent') && { callerPercent: integer(body, 'callerPercent') }),
    ...abi,
    ...(args !== undefined && { args: plainValue(args) as readonly unknown[] }),
    ...amounts(body, ['callValue', 'feeLimit', 'deployerEnergyLimit']),
  };
}

/** Converts a value to plain JavaScript, with integers as bigints. */
function plainValue(value: JsonValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, entry]) => [key, plainValue(entry)]));
  if (value === null || typeof value !== 'object') return value;
  return isJsonArray(value) ? value.map(plainValue) : writeJson(value);
}

/** The trace checks the details. */
function traceOptions(body: JsonObject): TraceOptions {
  const details = body.get('details');
  if (details !== undefined && !Array.isArray(details)) throw argumentInvalid('details', writeJson(details), 'a list');
  return {
    ...(details !== undefined && { details }),
    maxSteps: body.has('maxSteps') ? readInteger('maxSteps', integer(body, 'maxSteps'), tracedSteps) : tracedSteps.max,
  };
}

function callScript(body: JsonObject): CallScript {
  const [functionSelector, result] = [stringMember(body, 'functionSelector'), stringMember(body, 'result')];
  // `add` checks it.
  const status = stringMember(body, 'status') as CallScript['status'];
  const energy = (key: 'energyUsed' | 'energyPenalty' | 'energyRequired') =>
    body.has(key) ? { [key]: amount(body, key) } : {};
  return {
    contract: text(body, 'contract'),
    ...(functionSelector !== undefined && { functionSelector }),
    ...(result !== undefined && { result }),
    ...(status !== undefined && { status }),
    ...energy('energyUsed'),
    ...energy('energyPenalty'),
    ...energy('energyRequired'),
  };
}

/** Reads the body with its integers as numbers. `add` checks the rest. */
function faultRule(body: JsonObject): FaultRule {
  return JSON.parse(writeJson(body));
}
