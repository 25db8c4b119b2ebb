import { printInt64, printMessage } from '../../json/protobuf-printer.ts';
import { proposalExpireTime } from '../../ledger/governance/maintenance.ts';
import { readParameters, type NodeRequest } from '../../message/request.ts';
import { type NetworkDescription } from '../../network/network-description.ts';
import { chainParameterNames } from '../../protocol/chain-parameters.ts';
import { ChainParameters, NumberMessage, PricesResponseMessage } from '../../protocol/messages/api-messages.ts';
import { NODE_VERSION } from '../../protocol/node-version.ts';
import { getBlock, headBlock } from '../../state/accessors/blocks.ts';
import { type State } from '../../state/root.ts';
import { BURNED_COIN, noteRecord } from '../../state/unknowns.ts';
import { getAndPost, type Endpoint, type Handler, type RequestContext } from './endpoint.ts';

/** Source: docs/protocol/http.md, Endpoint table; docs/protocol/chain-parameters.md. */
export const chainInformationEndpoints: readonly Endpoint[] = [
  { name: 'getchainparameters', ...getAndPost(chainParameters) },
  { name: 'getenergyprices', solid: true, ...getAndPost(prices('energyPriceHistory')) },
  { name: 'getbandwidthprices', solid: true, ...getAndPost(prices('bandwidthPriceHistory')) },
  { name: 'getmemofee', ...getAndPost(prices('memoFeeHistory')) },
  {
    name: 'getburntrx',
    solid: true,
    ...getAndPost(({ state: { root }, request }) => {
      noteRecord(root, BURNED_COIN);
      return `{"burnTrxAmount": ${printInt64(root.properties.burned, readParameters(request))}}`;
    }),
  },
  {
    name: 'getnextmaintenancetime',
    ...getAndPost(({ state, request }) => number(BigInt(state.root.properties.nextMaintenanceTime), request)),
  },
  // The node's transaction counter stays at zero.
  { name: 'totaltransaction', ...getAndPost(({ request }) => number(0n, request)) },
  { name: 'getnodeinfo', solid: true, ...getAndPost(nodeInfo) },
  { name: 'listnodes', ...getAndPost(() => '{}') },
];

function chainParameters({ chain, state, request }: RequestContext): string {
  return printMessage(
    ChainParameters,
    { chainParameter: orderedParameters(state, chain.network) },
    readParameters(request),
  );
}

function prices(history: 'energyPriceHistory' | 'bandwidthPriceHistory' | 'memoFeeHistory'): Handler {
  return ({ state }) =>
    printMessage(PricesResponseMessage, { prices: state.root.properties[history] }, { visible: true });
}

function number(num: bigint, request: NodeRequest): string {
  return printMessage(NumberMessage, { num }, readParameters(request));
}

function orderedParameters(
  state: State,
  network: NetworkDescription<bigint>,
): readonly { readonly key: string; readonly value: bigint }[] {
  const { parameters } = state.root;
  const known = new Set<string>(chainParameterNames);
  const others = [...parameters.keys()].filter((name) => !known.has(name)).toSorted();
  return [...chainParameterNames, ...others].map((key) => ({
    key,
    value: key === 'getProposalExpireTime' ? BigInt(proposalExpireTime(state, network)) : parameters.get(key, 0n),
  }));
}

/** The mock node runs inside another program, not on its own machine. */
const machine = {
  cpuCount: 1,
  cpuRate: 0,
  deadLockThreadCount: 0,
  deadLockThreadInfoList: [],
  freeMemory: 0,
  javaVersion: '',
  jvmFreeMemory: 0,
  jvmTotalMemory: 0,
  memoryDescInfoList: [],
  osName: '@coin/mock-node',
  processCpuRate: 0,
  threadCount: 1,
  totalMemory: 0,
};

function nodeInfo({ chain, state }: RequestContext): string {
  const { root } = state;
  const { supportConstant } = chain.network;
  const head = headBlock(state);
  const solid = getBlock(state, root.properties.solidifiedNumber) ?? head;
  const value = (name: string): number => Number(root.parameters.get(name, 0n));
  return JSON.stringify({
    activeConnectCount: 0,
    beginSyncNum: solid.number,
    block: `Num:${head.number},ID:${head.id}`,
    cheatWitnessInfoMap: {},
    configNodeInfo: {
      activeNodeSize: 0,
      allowAdaptiveEnergy: value('getAllowAdaptiveEnergy'),
      allowCreationOfContracts: value('getAllowCreationOfContracts'),
      backupListenPort: 10001,
      backupMemberSize: 0,
      backupPriority: 8,
      codeVersion: NODE_VERSION,
      dbVersion: 2,
      discoverEnable: false,
      listenPort: 18888,
      maxConnectCount: 30,
      maxTimeRatio: 5,
      minParticipationRate: 0,
      minTimeRatio: 0,
      p2pVersion: '20990101',
      passiveNodeSize: 0,
      sameIpMaxConnectCount: 2,
      sendNodeSize: 0,
      supportConstant,
      versionNum: '18631',
    },
    currentConnectCount: 0,
    machineInfo: machine,
    passiveConnectCount: 0,
    peerList: [],
    solidityBlock: `Num:${solid.number},ID:${solid.id}`,
    totalFlow: 0,
  });
}
