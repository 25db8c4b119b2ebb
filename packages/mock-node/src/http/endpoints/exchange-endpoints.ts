import { printMessage, type PrintOptions } from '../../json/protobuf-printer.ts';
import { nullPointerError } from '../../json/request-errors.ts';
import { exchangeMessage, exchangeMessages, exchangePage } from '../../ledger/queries/exchange-messages.ts';
import { readParameters } from '../../message/request.ts';
import { ExchangeList } from '../../protocol/messages/api-messages.ts';
import { Exchange } from '../../protocol/messages/messages.ts';
import { getAndPost, type Endpoint, type RequestContext } from './endpoint.ts';
import { idQuery, pageQuery } from './query.ts';

/** Source: docs/protocol/exchanges.md, Queries. */
export const exchangeEndpoints: readonly Endpoint[] = [
  { name: 'getexchangebyid', solid: true, ...idQuery(printExchange) },
  {
    name: 'listexchanges',
    solid: true,
    ...getAndPost(({ state, request }) =>
      printMessage(ExchangeList, { exchanges: exchangeMessages(state) }, readParameters(request)),
    ),
  },
  {
    name: 'getpaginatedexchangelist',
    ...pageQuery(({ state }, page, options) => {
      const exchanges = exchangePage(state, page);
      return exchanges === undefined ? '{}' : printMessage(ExchangeList, { exchanges }, options);
    }),
  },
];

/** The node prints an exchange even if it does not exist. */
function printExchange({ state }: RequestContext, id: bigint, options: PrintOptions): string {
  const exchange = exchangeMessage(state, id);
  if (exchange !== undefined) return printMessage(Exchange, exchange, options);
  throw nullPointerError();
}
