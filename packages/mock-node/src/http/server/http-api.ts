import type { Chain } from '../../chain/chain.ts';
import { createAdmin } from './admin.ts';
import type { Controls } from './admin.ts';
import { createCallScripts } from '../instruments/call-scripts.ts';
import type { CallScripts } from '../instruments/call-scripts.ts';
import { deliverFault } from '../instruments/fault-delivery.ts';
import type { Delivery } from '../instruments/fault-delivery.ts';
import { createFaults } from '../instruments/faults.ts';
import type { Faults } from '../instruments/faults.ts';
import { createJournal } from '../instruments/request-log.ts';
import type { Journal } from '../instruments/request-log.ts';
import type { NodeRequest } from '../message/request.ts';
import type { NodeResponse } from '../message/response.ts';
import { createRouter } from './router.ts';

/** A node's HTTP side, whatever its requests come over. */
export interface Surface {
  /** Answers at once and honestly: without faults, and without a line in the journal. */
  readonly answer: (request: NodeRequest) => NodeResponse;
  /** Answers as the fault rules have it, and keeps a journal. */
  readonly deliver: (request: NodeRequest) => Delivery;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly scripts: CallScripts;
}

export interface SurfaceOptions {
  readonly chain: Chain;
  /** What `/admin` may do; absent: there is no such path. */
  readonly controls?: Controls;
  /** Of the draws that decide about faults with a probability; any integer. */
  readonly faultSeed: number;
}

export function createSurface({ chain, controls, faultSeed }: SurfaceOptions): Surface {
  const scripts = createCallScripts();
  const faults = createFaults({ seed: faultSeed });
  const journal = createJournal();
  const route = createRouter(chain, scripts);
  const admin = controls && createAdmin(controls, { faults, journal, scripts });
  const isAdmin = ({ path }: NodeRequest): boolean => path.startsWith('/admin/');

  const answers = {
    honest: (request: NodeRequest) => route(request, {}),
    stale: (request: NodeRequest, blocks: number) => route(request, { blocksAgo: blocks }),
  };
  const deliverHonestly = (request: NodeRequest): Delivery => ({ kind: 'whole', response: route(request, {}) });

  const answer = (request: NodeRequest): NodeResponse => {
    if (admin !== undefined && isAdmin(request)) return admin(request);
    return route(request, {});
  };
  const deliver = (request: NodeRequest): Delivery => {
    if (isAdmin(request)) return { kind: 'whole', response: answer(request) };
    const fault = faults.strike(request);
    const delivery = fault === undefined ? deliverHonestly(request) : deliverFault(fault, request, answers);
    journal.record(request, {
      ...('response' in delivery && { status: delivery.response.status }),
      ...(fault !== undefined && { fault: fault.kind }),
    });
    return delivery;
  };
  return { answer, deliver, faults, journal, scripts };
}
