import { createUpstream } from '../fork/upstream/upstream.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { createMockNode } from '../node/create-mock-node.ts';
import { type MockNodeOptions } from '../node/node-options.ts';
import { chainParameterNames, parameterRequirement } from '../protocol/chain-parameters.ts';
import { MAINNET_AS_OF } from '../protocol/mainnet-parameters.ts';
import { ChainParameters } from '../protocol/messages/api-messages.ts';
import { UsageError } from './usage-error.ts';

/** The differences between a live network's chain parameters and a described network's. */
export interface ParameterComparison {
  readonly text: string;
  readonly isEqual: boolean;
}

/**
 * Compares a live network's chain parameters with those of the options, by default of the preset `mainnet`. Writes each
 * difference as the flag that adopts the network's value.
 *
 * @throws UsageError for an invalid URL, MockNodeError `FORK_UNREADABLE`
 */
export async function compareParameters(url: string, options: MockNodeOptions): Promise<ParameterComparison> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('--compare must be an http or https address');
  const { network } = createMockNode(options.network === undefined ? { preset: 'mainnet', ...options } : options);
  const theirs = await readParameters(url);
  const isKnown = (name: string): boolean => chainParameterNames.some((known) => known === name);
  const ours = (name: string): bigint => {
    const value = network.parameters[name] ?? 0n;
    // A node prints the time in effect.
    return name === 'getProposalExpireTime' && value === 0n ? BigInt(network.proposalExpireTime) : value;
  };
  const lacking = (name: string, value: bigint): string => `# ${name} is ${value}, and this version lacks its rules`;
  const changed = chainParameterNames
    .map((name) => ({ name, value: theirs.get(name) ?? 0n }))
    .filter(({ name, value }) => value !== ours(name))
    .map(({ name, value }) =>
      parameterRequirement(name, value) === undefined
        ? `--parameter ${name}=${value}    # ${ours(name)} here`
        : lacking(name, value),
    );
  const unknown = [...theirs]
    .filter(([name, value]) => value !== 0n && !isKnown(name))
    .map(([name, value]) => lacking(name, value));
  const lines = [...changed, ...unknown];
  const { host } = new URL(url);
  const subject = options.network === undefined ? presetName(options) : 'the description';
  const summary = lines.length === 0 ? 'has the chain parameters' : 'differs from the chain parameters';
  return { text: [...lines, `# ${host} ${summary} of ${subject}`, ''].join('\n'), isEqual: lines.length === 0 };
}

const presetName = ({ preset = 'mainnet' }: MockNodeOptions): string => `preset ${preset} (${MAINNET_AS_OF})`;

async function readParameters(url: string): Promise<ReadonlyMap<string, bigint>> {
  const upstream = createUpstream({
    url,
    jsonRpcUrl: undefined,
    headers: {},
    fetch: (request) => globalThis.fetch(request),
    timeoutMs: 10_000,
    requestsPerSecond: Number.POSITIVE_INFINITY,
  });
  const answer = await upstream.ask('getchainparameters', {}, 'the chain parameters');
  const { chainParameter } = parseMessage(ChainParameters, answer, { visible: false });
  return new Map(chainParameter.map(({ key, value }) => [key, value]));
}
