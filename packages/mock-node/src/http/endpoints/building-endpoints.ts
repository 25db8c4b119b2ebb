import { buildTransaction } from '../../chain/build-transaction.ts';
import { int32Member } from '../../json/json-integer.ts';
import { stringMember, type JsonObject } from '../../json/json-value.ts';
import { textBytes } from '../../json/protobuf-printer.ts';
import { nullPointerError, RequestError } from '../../json/request-errors.ts';
import { hexBytes } from '../../message/request-arguments.ts';
import { jsonOf, parseBody, readFormOrJsonBody, readJsonBody, type RequestBody } from '../../message/request.ts';
import { composeBuiltTransaction, type PrintableTransaction } from '../../message/transaction-json.ts';
import {
  AccountCreateContract,
  AccountPermissionUpdateContract,
  AccountUpdateContract,
  AssetIssueContract,
  CancelAllUnfreezeV2Contract,
  ClearABIContract,
  DelegateResourceContract,
  ExchangeCreateContract,
  ExchangeInjectContract,
  ExchangeTransactionContract,
  ExchangeWithdrawContract,
  FreezeBalanceContract,
  FreezeBalanceV2Contract,
  ParticipateAssetIssueContract,
  MarketCancelOrderContract,
  MarketSellAssetContract,
  ProposalApproveContract,
  ProposalCreateContract,
  ProposalDeleteContract,
  SetAccountIdContract,
  TransferAssetContract,
  TransferContract,
  UnDelegateResourceContract,
  UnfreezeAssetContract,
  UnfreezeBalanceContract,
  UnfreezeBalanceV2Contract,
  UpdateAssetContract,
  UpdateBrokerageContract,
  UpdateEnergyLimitContract,
  UpdateSettingContract,
  VoteWitnessContract,
  WithdrawBalanceContract,
  WithdrawExpireUnfreezeContract,
  WitnessCreateContract,
  WitnessUpdateContract,
} from '../../protocol/messages/contract-messages.ts';
import { contractSchemas, type ContractSchema } from '../../protocol/messages/contract-schemas.ts';
import { ContractType } from '../../protocol/messages/enumerations.ts';
import { emptyAnswer, type Endpoint, type RequestContext } from './endpoint.ts';

interface Builder {
  readonly name: string;
  readonly contract: ContractSchema;
  /** Accepts forms as well as JSON. */
  readonly form?: true;
  /** Answers a GET with an empty body. If absent, GET is not supported. */
  readonly get?: true;
  /** Accepts a memo as `extra_data`. */
  readonly memo?: true;
}

/** The endpoints that build a transaction from a contract's fields. Source: docs/protocol/http.md, Endpoint table. */
const builders: readonly Builder[] = [
  { name: 'createtransaction', contract: TransferContract, get: true, memo: true },
  { name: 'createaccount', contract: AccountCreateContract, form: true },
  { name: 'updateaccount', contract: AccountUpdateContract, form: true, get: true },
  { name: 'setaccountid', contract: SetAccountIdContract, get: true },
  { name: 'accountpermissionupdate', contract: AccountPermissionUpdateContract, form: true, get: true },
  { name: 'votewitnessaccount', contract: VoteWitnessContract, get: true },
  { name: 'createwitness', contract: WitnessCreateContract, form: true, get: true },
  { name: 'updatewitness', contract: WitnessUpdateContract, form: true, get: true },
  { name: 'updateBrokerage', contract: UpdateBrokerageContract, form: true },
  { name: 'withdrawbalance', contract: WithdrawBalanceContract, get: true },
  { name: 'createassetissue', contract: AssetIssueContract, form: true, get: true },
  { name: 'participateassetissue', contract: ParticipateAssetIssueContract, get: true },
  { name: 'transferasset', contract: TransferAssetContract, get: true, memo: true },
  { name: 'updateasset', contract: UpdateAssetContract, form: true, get: true },
  { name: 'unfreezeasset', contract: UnfreezeAssetContract, form: true, get: true },
  { name: 'exchangecreate', contract: ExchangeCreateContract, form: true },
  { name: 'exchangeinject', contract: ExchangeInjectContract, form: true },
  { name: 'exchangewithdraw', contract: ExchangeWithdrawContract, form: true },
  { name: 'exchangetransaction', contract: ExchangeTransactionContract, form: true },
  { name: 'marketsellasset', contract: MarketSellAssetContract, get: true, memo: true },
  { name: 'marketcancelorder', contract: MarketCancelOrderContract, form: true, get: true, memo: true },
  { name: 'proposalcreate', contract: ProposalCreateContract, get: true },
  { name: 'proposalapprove', contract: ProposalApproveContract, get: true },
  { name: 'proposaldelete', contract: ProposalDeleteContract, get: true },
  { name: 'freezebalance', contract: FreezeBalanceContract, form: true },
  { name: 'unfreezebalance', contract: UnfreezeBalanceContract, form: true, get: true },
  { name: 'freezebalancev2', contract: FreezeBalanceV2Contract, form: true },
  { name: 'unfreezebalancev2', contract: UnfreezeBalanceV2Contract, form: true, get: true },
  { name: 'withdrawexpireunfreeze', contract: WithdrawExpireUnfreezeContract, get: true },
  { name: 'cancelallunfreezev2', contract: CancelAllUnfreezeV2Contract, form: true },
  { name: 'delegateresource', contract: DelegateResourceContract, form: true },
  { name: 'undelegateresource', contract: UnDelegateResourceContract, form: true, get: true },
  { name: 'updatesetting', contract: UpdateSettingContract, form: true, get: true },
  { name: 'updateenergylimit', contract: UpdateEnergyLimitContract, form: true, get: true },
  { name: 'clearabi', contract: ClearABIContract, form: true, get: true },
];

export const buildingEndpoints: readonly Endpoint[] = [
  ...builders.map(builderEndpoint),
  { name: 'createCommonTransaction', post: buildAnyType },
];

function builderEndpoint({ name, contract, form, get, memo }: Builder): Endpoint {
  const read = form ? readFormOrJsonBody : readJsonBody;
  return {
    name,
    ...(get && { get: emptyAnswer }),
    post: (context) => build(context, contract, read(context.request), { memo: memo ?? false }),
  };
}

function build(
  { chain }: RequestContext,
  schema: ContractSchema,
  body: RequestBody,
  { memo }: { readonly memo: boolean },
): string {
  const contract = parseBody(schema, body);
  const json = jsonOf(body);
  const built = withPermission(buildTransaction(chain, schema, contract), json);
  return composeBuiltTransaction(memo ? withMemo(built, json, body) : built, body);
}

/** Builds a transaction of the type that the body names. */
function buildAnyType(context: RequestContext): string {
  const body = readFormOrJsonBody(context.request);
  const name = stringMember(jsonOf(body), 'contractType');
  if (name === undefined) throw nullPointerError();
  const type = ContractType.byName.get(name);
  if (type === undefined) {
    throw new RequestError(
      'java.lang.IllegalArgumentException',
      `No enum constant org.tron.protos.Protocol.Transaction.Contract.ContractType.${name}`,
    );
  }
  const schema = contractSchemas.get(type);
  if (schema === undefined) {
    throw new RequestError('org.tron.core.exception.ContractValidateException', `don't have this type: ${name}`);
  }
  return build(context, schema, body, { memo: false });
}

/** Sets the permission that the body names, if it is above 0. */
export function withPermission(transaction: PrintableTransaction, json: JsonObject): PrintableTransaction {
  if (!json.has('Permission_id')) return transaction;
  const permission = int32Member(json, 'Permission_id');
  if (permission === undefined) throw nullPointerError();
  const raw = transaction.raw_data;
  if (permission <= 0 || raw === undefined) return transaction;
  const contract = raw.contract.slice(0, 1).map((first) => ({ ...first, Permission_id: permission }));
  return { ...transaction, raw_data: { ...raw, contract } };
}

/** Adds the body's memo: text in the visible notation, hexadecimal otherwise. */
export function withMemo(
  transaction: PrintableTransaction,
  json: JsonObject,
  { visible }: { readonly visible: boolean },
): PrintableTransaction {
  if (!json.has('extra_data')) return transaction;
  const memo = stringMember(json, 'extra_data');
  if (memo === undefined) throw nullPointerError();
  const raw = transaction.raw_data;
  if (memo === '' || raw === undefined) return transaction;
  const data = visible ? textBytes(memo) : hexBytes(memo);
  return { ...transaction, raw_data: { ...raw, data } };
}
