import { type ExchangeObserver } from '../instruments/exchange.ts';
import { type Delivery } from '../instruments/fault-delivery.ts';
import { loggedRequest } from '../instruments/request-log.ts';
import { type HttpApi } from './http-api.ts';

/** Wraps `deliver`, and reports each exchange to the observer. */
export function observeExchanges(
  { deliver, ledger }: Pick<HttpApi, 'deliver' | 'ledger'>,
  observe: ExchangeObserver,
): HttpApi['deliver'] {
  return (request, begun, takeTurn) => {
    const before = ledger();
    const start = performance.now();
    const tell = (delivery: Delivery): Delivery => {
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
    const delivery = deliver(request, begun, takeTurn);
    return delivery instanceof Promise ? delivery.then(tell) : tell(delivery);
  };
}
