import { type ExchangeObserver } from '../instruments/exchange.ts';
import { loggedRequest } from '../instruments/request-log.ts';
import { type HttpApi } from './http-api.ts';

/** Wraps `deliver`, and reports each exchange to the observer. */
export function observeExchanges(
  { deliver, ledger }: Pick<HttpApi, 'deliver' | 'ledger'>,
  observe: ExchangeObserver,
): HttpApi['deliver'] {
  return async (request, begun) => {
    const before = ledger();
    const start = performance.now();
    const delivery = await deliver(request, begun);
    const delay = delivery.kind === 'whole' ? (delivery.delay ?? 0) : 0;
    observe({
      request,
      ...('response' in delivery && { response: delivery.response }),
      ...(begun !== undefined && { logged: loggedRequest(begun) }),
      before,
      after: ledger(),
      durationMs: performance.now() - start + delay,
    });
    return delivery;
  };
}
