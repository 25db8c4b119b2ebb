import * as rpc from '@coin/rpc';
import { type Case } from '../case.ts';
import { type Page } from './page.ts';

/** The fields of all examples of requests that are read here. */
interface Body {
  readonly address: string;
  readonly value: string;
  readonly num: number;
  readonly id_or_num: string;
  readonly startNum: number;
  readonly endNum: number;
  readonly owner_address: string;
  readonly contract_address: string;
}

/** The client's function for an endpoint, called for a page's example. */
const READS: Readonly<Record<string, (client: rpc.NodeClient, body: Body) => Promise<unknown>>> = {
  getaccount: (client, { address }) => rpc.getAccount(client, { address }),
  getaccountresource: (client, { address }) => rpc.getAccountResources(client, { address }),
  getblock: (client, { id_or_num: number }) => rpc.getBlock(client, { number: Number(number) }),
  getblockbyid: (client, { value }) => rpc.getBlock(client, { blockID: value }),
  getblockbylimitnext: (client, { startNum, endNum }) =>
    rpc.getBlocks(client, { fromBlock: startNum, toBlock: endNum - 1 }),
  getblockbynum: (client, { num }) => rpc.getBlock(client, { number: num }),
  getnowblock: (client) => rpc.getNowBlock(client),
  gettransactionbyid: (client, { value }) => rpc.getTransactionById(client, { txID: value }),
  gettransactioninfobyblocknum: (client, { num }) => rpc.getTransactionInfos(client, { number: num }),
  gettransactioninfobyid: (client, { value }) => rpc.getTransactionInfoById(client, { txID: value }),
  getbandwidthprices: (client) => rpc.getBandwidthPrices(client),
  getburntrx: (client) => rpc.getBurnedCoin(client),
  getenergyprices: (client) => rpc.getEnergyPrices(client),
  getcontract: (client, { value }) => rpc.getContract(client, { address: value }),
  getcontractinfo: (client, { value }) => rpc.getContractInfo(client, { address: value }),
  estimateenergy: (client, { owner_address: owner, contract_address: contract }) =>
    rpc.estimateEnergy(client, { owner, contract, data: '' }),
  triggerconstantcontract: (client, { owner_address: owner, contract_address: contract }) =>
    rpc.triggerConstantContract(client, { owner, contract, data: '' }),
  getBrokerage: (client, { address }) => rpc.getBrokerage(client, { address }),
  getReward: (client, { address }) => rpc.getReward(client, { address }),
  getchainparameters: (client) => rpc.getChainParameters(client),
  getnextmaintenancetime: (client) => rpc.getNextMaintenanceTime(client),
  listproposals: (client) => rpc.listProposals(client),
  listwitnesses: (client) => rpc.listWitnesses(client),
};

/** The client reads the examples of an endpoint that it has. */
export function answerCases({ endpoint, answers, body }: Page): readonly Case[] {
  const read = READS[endpoint];
  if (read === undefined) return [];
  return answers.map((answer, i) => ({
    name: `answer ${i + 1} of ${endpoint}`,
    check: async () => {
      const client = rpc.createNodeClient({ transport: rpc.custom({ request: async () => JSON.stringify(answer) }) });
      await read(client, body as never);
    },
  }));
}
