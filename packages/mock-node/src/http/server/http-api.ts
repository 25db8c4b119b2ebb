import { unknownRules, type Chain, type Ledger } from '../../chain/chain.ts';
import { refreshHead } from '../../chain/produce-block.ts';
import { readAddress } from '../../control/arguments/control-arguments.ts';
import { type Controls } from '../../control/controls.ts';
import { type ConsoleLog } from '../../control/tracing/console-log.ts';
import { type CallTrace } from '../../control/tracing/trace-call.ts';
import { watchCalls } from '../../control/tracing/watch-calls.ts';
import { isMockNodeError } from '../../errors.ts';
import { type EthereumContext } from '../../ethereum/control-methods.ts';
import { type EthereumTools } from '../../ethereum/ethereum-tools.ts';
import { composeJson, quoteJson } from '../../json/json-value.ts';
import { textBytes } from '../../json/protobuf-printer.ts';
import { type NodeRequest, type RequestLine } from '../../message/request.ts';
import { defectResponse, jsonResponse, type NodeResponse } from '../../message/response.ts';
import { collectUnknowns } from '../../state/unknowns.ts';
import { type FalsifiedLedger } from '../falsification/false-statement.ts';
import { type Falsify } from '../falsification/falsify-ledger.ts';
import { createCallScripts, type CallScripts } from '../instruments/call-scripts.ts';
import { deliverFault, type Delivery } from '../instruments/fault-delivery.ts';
import { createFaultInjector } from '../instruments/fault-injector.ts';
import { type Faults } from '../instruments/faults.ts';
import { createRequestRecorder, type LogRecord, type RequestLog } from '../instruments/request-log.ts';
import { type AdminContext } from './admin.ts';
import { createRouter } from './router.ts';

/** The HTTP interface of a node, independent of the transport. */
export interface HttpApi {
  /** Logs a request whose body is still arriving. Paths below `/admin` are not logged. */
  readonly begin: (request: RequestLine) => LogRecord | undefined;
  /**
   * Answers a request, applies the fault rules and logs both, in the record of `begin` if there is one. `/admin` has
   * neither faults nor a log.
   */
  readonly deliver: (request: NodeRequest, begun?: LogRecord) => Promise<Delivery>;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly scripts: CallScripts;
  /** Watches calls of view functions. Absent for a fork, whose traces may have to read records first. */
  readonly watchCalls?: () => () => readonly CallTrace[];
  /** Returns the chain's current ledger. */
  readonly ledger: () => Ledger;
  /**
   * Returns the same interface with the paths of TronBox's container, after loading them. Like `/admin`, they have no
   * faults and no log.
   */
  readonly withTre: () => Promise<Pick<HttpApi, 'begin' | 'deliver' | 'ledger'>>;
}

export interface HttpApiOptions {
  readonly chain: Chain;
  /** The operations that `/admin` offers. */
  readonly controls: Controls;
  readonly consoleLog: Pick<ConsoleLog, 'waiting' | 'takeLines' | 'keep'>;
  readonly accounts: AdminContext['accounts'];
  /** Any integer. Seeds the random draws of faults with a probability. */
  readonly faultSeed: number;
  /** The tools whose control methods `/jsonrpc` answers; absent for none. */
  readonly ethereumTools?: EthereumTools | undefined;
  /** Runs the operation that answers a request, again from the start if it is interrupted. */
  readonly perform?: Perform;
}

/** Runs an operation on the chain. `onDone` is called as soon as a synchronous operation has succeeded. */
export type Perform = <T>(
  operation: () => T | Promise<T>,
  options?: { readonly onDone?: (() => void) | undefined },
) => Promise<T>;

const runOnce: Perform = async (operation, { onDone } = {}) => {
  const result = operation();
  onDone?.();
  return result;
};

/** Whether the path belongs to `/admin` and not to the node. */
const isAdminPath = (path: string): boolean => path === '/admin' || path.startsWith('/admin/');

const broadcastPath = /\/broadcast(?:transaction|hex)$/;

/**
 * A fork's missing knowledge is not one of a real node's errors. Clients would repeat a broadcast after status 500
 * until the transaction expires. If the fork cannot know something, repeating does not help, so the broadcast is
 * rejected.
 */
const failureOf =
  ({ path }: RequestLine) =>
  (error: unknown): Delivery => {
    if (!isMockNodeError(error)) return whole(defectResponse(error));
    if (isMockNodeError(error, 'FORK_UNKNOWN') && broadcastPath.test(path)) {
      const message = `Contract execute error : ${error.shortMessage}`;
      const shown = path.endsWith('hex') ? message : textBytes(message);
      return whole(
        jsonResponse(
          composeJson([
            ['result', 'false'],
            ['code', '"CONTRACT_EXE_ERROR"'],
            ['message', quoteJson(shown)],
          ]),
        ),
      );
    }
    return whole(jsonResponse(`${composeJson([['Error', quoteJson(error.shortMessage)]])}\n`, 500));
  };

const whole = (response: NodeResponse): Delivery => ({ kind: 'whole', response });

/** Maximum number of unknowns in a header, which keeps it within the limits of clients. */
const MAX_EXPLAINED = 20;

/** Adds a header that lists what the answer depends on that a fork cannot know, after the rules that the node lacks. */
function explained(chain: Chain, respond: () => Delivery): Delivery {
  const { value: delivery, unknowns: noted } = collectUnknowns(chain.ledger.head, respond);
  const unknowns = [...unknownRules(chain), ...noted];
  if (unknowns.length === 0 || !('response' in delivery)) return delivery;
  const { response } = delivery;
  const headers = { ...response.headers, 'x-fork-unknowns': JSON.stringify(unknowns.slice(0, MAX_EXPLAINED)) };
  return { ...delivery, response: { ...response, headers } };
}

function ethereumContext(options: HttpApiOptions): EthereumContext | undefined {
  const { chain, controls, accounts, ethereumTools: tools } = options;
  if (tools === undefined) return undefined;
  const keys = new Map(accounts.map(({ address, privateKey }) => [readAddress('address', address), privateKey]));
  return { tools, chain, controls, keys, initial: chain.ledger, automatic: undefined };
}

/** Loaded with the first fault that needs it, because most tests need none. */
async function loadFalsifier(ledger: FalsifiedLedger): Promise<Falsify> {
  const { falsifierOf } = await import('../falsification/falsify-ledger.ts');
  return falsifierOf(ledger);
}

/** Changes an answer before the next request is answered. */
type Complete = (delivery: Delivery) => Delivery;

export function createHttpApi(options: HttpApiOptions): HttpApi {
  const { chain, controls, consoleLog, accounts, faultSeed, perform = runOnce } = options;
  const { scripts, findScript } = createCallScripts();
  const { faults, nextFault } = createFaultInjector({ seed: faultSeed });
  const recorder = createRequestRecorder();
  const requests = recorder.log;
  const loadRoute = createRouter({ chain, findScript, ethereum: ethereumContext(options) });

  chain.keepers.push(consoleLog.keep);

  const begin: HttpApi['begin'] = (request) => (isAdminPath(request.path) ? undefined : recorder.begin(request));

  const administer = async (request: NodeRequest): Promise<Delivery> => {
    const { adminFailure, answerAdmin } = await import('./admin.ts');
    const context: AdminContext = { chain, controls, faults, requests, scripts, accounts };
    const answer = perform(() => answerAdmin(context, request));
    return whole(await answer.catch((error) => adminFailure(error)).catch(defectResponse));
  };

  const answer = async (request: NodeRequest, record: LogRecord, complete: Complete): Promise<Delivery> => {
    const fault = nextFault(request);
    const route = await loadRoute(request.path);
    const falsify = fault?.kind === 'falsified' ? await loadFalsifier(fault) : undefined;
    const respond = (): Delivery => {
      if (fault === undefined || fault.kind === 'falsified') return whole(route(request, falsify && { falsify }));
      return deliverFault(fault, request, route);
    };
    let lines: Promise<readonly string[]> | undefined;
    const delivery = await perform(
      () => {
        refreshHead(chain);
        return complete(explained(chain, respond));
      },
      // Runs before another request writes its own lines.
      { onDone: () => (lines = consoleLog.takeLines()) },
    ).catch(failureOf(request));
    const console = await (lines ?? consoleLog.takeLines());
    const status = 'response' in delivery ? delivery.response.status : undefined;
    recorder.finish(record, request, { status, fault: fault?.kind, console });
    return delivery;
  };

  const deliver = (request: NodeRequest, begun?: LogRecord, complete: Complete = (delivery) => delivery) =>
    isAdminPath(request.path) ? administer(request) : answer(request, begun ?? recorder.begin(request), complete);

  const ledger: HttpApi['ledger'] = () => chain.ledger;

  const withTre: HttpApi['withTre'] = async () => {
    const { createTre } = await import('../../tre/tre.ts');
    const { withConsoleCalls } = await import('../../tre/console-calls.ts');
    const tre = createTre({ chain, controls, accounts });
    const answerTre = (request: NodeRequest): Promise<Delivery> =>
      perform(() => explained(chain, () => whole(tre.answer(request)))).catch(failureOf(request));
    const addConsoleCalls =
      ({ path }: NodeRequest): Complete =>
      (delivery) => {
        if (!('response' in delivery)) return delivery;
        const { response } = delivery;
        const body = withConsoleCalls(path, response.body, consoleLog.waiting());
        return { ...delivery, response: { ...response, body } };
      };
    return {
      ledger,
      begin: (request) => (tre.owns(request) ? undefined : begin(request)),
      deliver: (request, begun) =>
        tre.owns(request) ? answerTre(request) : deliver(request, begun, addConsoleCalls(request)),
    };
  };

  const watching = options.perform === undefined && { watchCalls: () => watchCalls(chain) };
  return {
    begin,
    deliver: (request, begun) => deliver(request, begun),
    faults,
    requests,
    scripts,
    ledger,
    withTre,
    ...watching,
  };
}
