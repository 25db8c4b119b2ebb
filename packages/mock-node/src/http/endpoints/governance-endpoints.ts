import { proposalMessage, proposalMessages, proposalPage } from '../../ledger/queries/proposal-messages.ts';
import { witnessMessages } from '../../ledger/queries/witness-messages.ts';
import { ProposalList, WitnessList } from '../../protocol/answers.ts';
import { Proposal } from '../../protocol/messages.ts';
import { int64, message } from '../../protocol/schema.ts';
import { integerArgument } from '../message/request-arguments.ts';
import type { Asked, Endpoint } from './endpoint.ts';
import { invalidParameterError } from '../json/request-errors.ts';
import { printMessage } from '../json/protobuf-printer.ts';
import type { PrintOptions } from '../json/protobuf-printer.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { int64Member } from '../json/json-integer.ts';
import { jsonOf, readFormOrJsonBody, readJsonBody, readParameters } from '../message/request.ts';
import { bothMethods } from './chain-information-endpoints.ts';

const PaginatedMessage = /* @__PURE__ */ message('PaginatedMessage', { offset: int64(1), limit: int64(2) });

/** Source: docs/protocol/queries.md, Representatives and proposals. */
export const governanceEndpoints: readonly Endpoint[] = [
  {
    name: 'listwitnesses',
    solid: true,
    ...bothMethods(({ state, request }) =>
      printMessage(WitnessList, { witnesses: witnessMessages(state) }, readParameters(request)),
    ),
  },
  {
    name: 'listproposals',
    ...bothMethods(({ state, request }) =>
      printMessage(ProposalList, { proposals: proposalMessages(state) }, readParameters(request)),
    ),
  },
  {
    name: 'getproposalbyid',
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return printProposal(asked, integerArgument(get('id')), { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      const id = int64Member(jsonOf(body, 'getBigDecimal(String)'), 'id');
      if (id === undefined) throw invalidParameterError('key [id] does not exist');
      return printProposal(asked, id, body);
    },
  },
  {
    name: 'getpaginatedproposallist',
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      const page = { offset: integerArgument(get('offset')), limit: integerArgument(get('limit')) };
      return printPage(asked, page, { visible });
    },
    post: (asked) => {
      const body = readJsonBody(asked.request);
      return printPage(asked, parseMessage(PaginatedMessage, body.text, body), body);
    },
  },
];

function printProposal({ state }: Asked, id: bigint, options: PrintOptions): string {
  const proposal = proposalMessage(state, id);
  return proposal === undefined ? '{}' : printMessage(Proposal, proposal, options);
}

function printPage(
  { state }: Asked,
  page: { readonly offset: bigint; readonly limit: bigint },
  options: PrintOptions,
): string {
  const proposals = proposalPage(state, page);
  return proposals === undefined ? '{}' : printMessage(ProposalList, { proposals }, options);
}
