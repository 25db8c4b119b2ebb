import { undoIncomplete, type Chain, type Ledger } from '../../chain/chain.ts';
import { refreshHead } from '../../chain/produce-block.ts';
import { withBudget, type WorkBudget } from '../../chain/work-budget.ts';
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
import { DEFAULT_WORK_LIMIT } from '../../vm/code/work-schedule.ts';
import { createForger } from '../forgery/load-forge.ts';
import { createCallScripts, type CallScripts } from '../instruments/call-scripts.ts';
import { deliverFault, type Delivery } from '../instruments/fault-delivery.ts';
import { createFaultInjector } from '../instruments/fault-injector.ts';
import { type Fault, type Faults } from '../instruments/faults.ts';
import { createRequestRecorder, type LogRecord, type RequestLog } from '../instruments/request-log.ts';
import { createAdminRoute, isAdminPath } from './admin-route.ts';
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
  readonly deliver: (request: NodeRequest, begun?: LogRecord, takeTurn?: TakeTurn) => Delivery | Promise<Delivery>;
  /** Maximum work that one request may cause, including its contracts. */
  readonly requestWork: number;
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
  readonly withTre: () => Promise<Pick<HttpApi, 'begin' | 'deliver' | 'ledger' | 'requestWork'>>;
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

/** Runs an operation on the chain. `onDone` is called when a synchronous operation has succeeded. */
export type Perform = <T>(
  operation: () => T | Promise<T>,
  options?: { readonly onDone?: (() => void) | undefined },
) => T | Promise<T>;

const runOnce: Perform = (operation, { onDone } = {}) => {
  const result = operation();
  if (!(result instanceof Promise)) onDone?.();
  return result;
};

/**
 * Runs the operation that answers a request when its turn comes, with the budget of that turn. After a trial, it may
 * run once more.
 */
export type TakeTurn = <T>(run: (budget: WorkBudget) => T | Promise<T>) => T | Promise<T>;

interface Answering {
  readonly begun?: LogRecord | undefined;
  readonly takeTurn?: TakeTurn | undefined;
  /** Changes the answer before the next request is answered. */
  readonly complete?: ((delivery: Delivery) => Delivery) | undefined;
}

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

const statusOf = (delivery: Delivery): number | undefined =>
  'response' in delivery ? delivery.response.status : undefined;

const whole = (response: NodeResponse): Delivery => ({ kind: 'whole', response });

/** Maximum number of unknowns in a header, which keeps it within the limits of clients. */
const MAX_EXPLAINED = 20;

/** Adds a header to a fork's answer that lists what the answer depends on that a fork cannot know. */
function explained(chain: Chain, respond: () => Delivery): Delivery {
  const { value: delivery, unknowns } = collectUnknowns(chain.ledger.head, respond);
  if (unknowns.length === 0 || !('response' in delivery)) return delivery;
  const { response } = delivery;
  const headers = { ...response.headers, 'x-fork-unknowns': JSON.stringify(unknowns.slice(0, MAX_EXPLAINED)) };
  return { ...delivery, response: { ...response, headers } };
}

type PerformWithin = <T>(takeTurn: TakeTurn, operation: () => T | Promise<T>, onDone?: () => void) => T | Promise<T>;

/** Runs operations on a chain in turns. Each run of an operation has the whole budget. */
function budgeted(chain: Chain, perform: Perform): PerformWithin {
  return (takeTurn, operation, onDone) =>
    takeTurn((budget) => {
      const { left } = budget;
      const run = (): ReturnType<typeof operation> => {
        budget.left = left;
        return withBudget(chain, budget, operation);
      };
      return perform(() => (budget.isTrial ? undoIncomplete(chain, run) : run()), { onDone });
    });
}

function ethereumContext(options: HttpApiOptions): EthereumContext | undefined {
  const { chain, controls, accounts, ethereumTools: tools } = options;
  if (tools === undefined) return undefined;
  const keys = new Map(accounts.map(({ address, privateKey }) => [readAddress('address', address), privateKey]));
  return { tools, chain, controls, keys, initial: chain.ledger };
}

export function createHttpApi(options: HttpApiOptions): HttpApi {
  const { chain, controls, consoleLog, accounts, faultSeed, perform = runOnce } = options;
  const { scripts, findScript } = createCallScripts();
  const { faults, nextFault } = createFaultInjector({ seed: faultSeed });
  const forger = createForger();
  const recorder = createRequestRecorder();
  const requests = recorder.log;
  const { ready, route } = createRouter({ chain, findScript, ethereum: ethereumContext(options) });
  const admin = createAdminRoute({ chain, controls, faults, requests, scripts, accounts });

  chain.keepers.push(consoleLog.keep);
  // A lower limit applies to each contract run.
  const requestWork = Math.max(DEFAULT_WORK_LIMIT, chain.workLimit);
  const atOnce: TakeTurn = (run) => run({ left: requestWork, isTrial: false });
  const performWithin = budgeted(chain, perform);

  const begin: HttpApi['begin'] = (request) => (isAdminPath(request.path) ? undefined : recorder.begin(request));
  const deliverWith = (
    request: NodeRequest,
    { begun, takeTurn = atOnce, complete }: Answering,
  ): Delivery | Promise<Delivery> => {
    const isAdmin = isAdminPath(request.path);
    const loading = isAdmin ? admin.load() : ready(request.path);
    const act = (): Delivery | Promise<Delivery> =>
      isAdmin ? administer(request, takeTurn) : answer(request, { begun, takeTurn, complete });
    return loading === undefined ? act() : loading.then(act);
  };
  const deliver: HttpApi['deliver'] = (request, begun, takeTurn) => deliverWith(request, { begun, takeTurn });
  const administer = (request: NodeRequest, takeTurn: TakeTurn): Delivery | Promise<Delivery> => {
    const response = performWithin(takeTurn, () => admin.answer(request));
    return response instanceof Promise
      ? response.catch(admin.failure).catch(defectResponse).then(whole)
      : whole(response);
  };
  const answer = (
    request: NodeRequest,
    answering: Answering & { readonly takeTurn: TakeTurn },
  ): Delivery | Promise<Delivery> => {
    const fault = nextFault(request);
    const loading = fault?.kind === 'forged' ? forger.load() : undefined;
    const act = (): Delivery | Promise<Delivery> => answerWith(fault, { request, ...answering });
    return loading === undefined ? act() : loading.then(act);
  };
  const respond = (fault: Fault | undefined, request: NodeRequest): Delivery => {
    if (fault === undefined) return whole(route(request));
    if (fault.kind === 'forged') return whole(route(request, { forge: forger.forgeOf(fault) }));
    return deliverFault(fault, request, route);
  };
  const answerWith = (
    fault: Fault | undefined,
    {
      request,
      begun,
      takeTurn,
      complete = (delivery) => delivery,
    }: Answering & { readonly request: NodeRequest; readonly takeTurn: TakeTurn },
  ): Delivery | Promise<Delivery> => {
    let written: Promise<readonly string[]> | undefined;
    const delivery = performWithin(
      takeTurn,
      () => {
        refreshHead(chain);
        return complete(explained(chain, () => respond(fault, request)));
      },
      // Runs before another request writes its own lines.
      () => (written = consoleLog.takeLines()),
    );
    const record = begun ?? recorder.begin(request);
    const finish = (delivered: Delivery): Delivery | Promise<Delivery> => {
      const outcome = { status: statusOf(delivered), fault: fault?.kind };
      const lines = written ?? consoleLog.takeLines();
      if (lines === undefined) {
        recorder.finish(record, request, outcome);
        return delivered;
      }
      return lines.then((console) => {
        recorder.finish(record, request, { ...outcome, console });
        return delivered;
      });
    };
    return delivery instanceof Promise ? delivery.catch(failureOf(request)).then(finish) : finish(delivery);
  };
  const ledger: HttpApi['ledger'] = () => chain.ledger;
  const withTre: HttpApi['withTre'] = async () => {
    const { createTre } = await import('../../tre/tre.ts');
    const { withConsoleCalls } = await import('../../tre/console-calls.ts');
    const tre = createTre({ chain, controls, accounts });
    const completeTre =
      ({ path }: NodeRequest) =>
      (delivery: Delivery): Delivery => {
        if (!('response' in delivery)) return delivery;
        const { response } = delivery;
        return {
          ...delivery,
          response: { ...response, body: withConsoleCalls(path, response.body, consoleLog.waiting()) },
        };
      };
    const answerTre = (request: NodeRequest, takeTurn: TakeTurn = atOnce): Delivery | Promise<Delivery> => {
      const delivery = performWithin(takeTurn, () => explained(chain, () => whole(tre.answer(request))));
      return delivery instanceof Promise ? delivery.catch(failureOf(request)) : delivery;
    };
    return {
      ledger,
      requestWork,
      begin: (request) => (tre.owns(request) ? undefined : begin(request)),
      deliver: (request, begun, takeTurn) =>
        tre.owns(request)
          ? answerTre(request, takeTurn)
          : deliverWith(request, { begun, takeTurn, complete: completeTre(request) }),
    };
  };
  const watching = options.perform === undefined && { watchCalls: () => watchCalls(chain) };
  return { begin, deliver, requestWork, faults, requests, scripts, ledger, withTre, ...watching };
}
