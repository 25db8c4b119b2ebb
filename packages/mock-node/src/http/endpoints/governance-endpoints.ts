import { printMessage, type PrintOptions } from '../../json/protobuf-printer.ts';
import { proposalMessage, proposalMessages, proposalPage } from '../../ledger/queries/proposal-messages.ts';
import { witnessMessages, witnessPage } from '../../ledger/queries/witness-messages.ts';
import { integerArgument } from '../../message/request-arguments.ts';
import { parseBody, readJsonBody, readParameters } from '../../message/request.ts';
import { PaginatedMessage, ProposalList, WitnessList } from '../../protocol/messages/api-messages.ts';
import { Proposal } from '../../protocol/messages/messages.ts';
import { getAndPost, type Endpoint, type RequestContext } from './endpoint.ts';
import { idQuery, pageQuery } from './query.ts';

/** Source: docs/protocol/queries.md, Representatives and proposals. */
export const governanceEndpoints: readonly Endpoint[] = [
  {
    name: 'listwitnesses',
    solid: true,
    ...getAndPost(({ state, request }) =>
      printMessage(WitnessList, { witnesses: witnessMessages(state) }, readParameters(request)),
    ),
  },
  {
    name: 'getpaginatednowwitnesslist',
    solid: true,
    ...pageQuery(({ state }, page, options) => {
      const witnesses = witnessPage(state, page);
      return witnesses === undefined ? '{}' : printMessage(WitnessList, { witnesses }, options);
    }),
  },
  {
    name: 'listproposals',
    ...getAndPost(({ state, request }) =>
      printMessage(ProposalList, { proposals: proposalMessages(state) }, readParameters(request)),
    ),
  },
  {
    name: 'getproposalbyid',
    ...idQuery(printProposal),
  },
  {
    name: 'getpaginatedproposallist',
    get: (context) => {
      const parameters = readParameters(context.request);
      const { get } = parameters;
      const page = { offset: integerArgument(get('offset')), limit: integerArgument(get('limit')) };
      return printPage(context, page, parameters);
    },
    post: (context) => {
      const body = readJsonBody(context.request);
      return printPage(context, parseBody(PaginatedMessage, body), body);
    },
  },
];

function printProposal({ state }: RequestContext, id: bigint, options: PrintOptions): string {
  const proposal = proposalMessage(state, id);
  return proposal === undefined ? '{}' : printMessage(Proposal, proposal, options);
}

function printPage(
  { state }: RequestContext,
  page: { readonly offset: bigint; readonly limit: bigint },
  options: PrintOptions,
): string {
  const proposals = proposalPage(state, page);
  return proposals === undefined ? '{}' : printMessage(ProposalList, { proposals }, options);
}
