import { type Chain } from '../../chain/chain.ts';
import { type Controls } from '../../control/controls.ts';
import { createCallScripts, type CallScripts } from '../instruments/call-scripts.ts';
import { deliverFault, type Delivery } from '../instruments/fault-delivery.ts';
import { createFaultInjector } from '../instruments/fault-injector.ts';
import { type Faults } from '../instruments/faults.ts';
import { createRequestRecorder, type RequestLog } from '../instruments/request-log.ts';
import { type NodeRequest } from '../message/request.ts';
import { createAdmin } from './admin.ts';
import { createRouter } from './router.ts';

/** The HTTP interface of a node, independent of the transport. */
export interface HttpApi {
  /** Answers a request, applies the fault rules to the answer and logs both. `/admin` has neither faults nor a log. */
  readonly deliver: (request: NodeRequest) => Delivery;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly scripts: CallScripts;
}

export interface HttpApiOptions {
  readonly chain: Chain;
  /** What `/admin` may do. */
  readonly controls: Controls;
  /** Any integer; decides the draws of faults with a probability. */
  readonly faultSeed: number;
}

export function createHttpApi({ chain, controls, faultSeed }: HttpApiOptions): HttpApi {
  const { scripts, findScript } = createCallScripts();
  const { faults, nextFault } = createFaultInjector({ seed: faultSeed });
  const { log, record } = createRequestRecorder();
  const route = createRouter(chain, findScript);
  const admin = createAdmin({ chain, controls, faults, requests: log, scripts });

  const deliver = (request: NodeRequest): Delivery => {
    if (request.path.startsWith('/admin/')) return { kind: 'whole', response: admin(request) };
    const fault = nextFault(request);
    const delivery: Delivery =
      fault === undefined ? { kind: 'whole', response: route(request) } : deliverFault(fault, request, route);
    record(request, {
      ...('response' in delivery && { status: delivery.response.status }),
      ...(fault !== undefined && { fault: fault.kind }),
    });
    return delivery;
  };
  return { deliver, faults, requests: log, scripts };
}
