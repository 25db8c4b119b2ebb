import { buildTransaction } from '../../chain/build-transaction.ts';
import { int64Member } from '../../json/json-integer.ts';
import { stringMember, type JsonObject } from '../../json/json-value.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { addressArgument, hexBytes } from '../../message/request-arguments.ts';
import { jsonOf, readFormOrJsonBody } from '../../message/request.ts';
import { composeBuiltTransaction } from '../../message/transaction-json.ts';
import { CreateSmartContract } from '../../protocol/messages/contract-messages.ts';
import { SmartContractAbi } from '../../protocol/messages/messages.ts';
import { create } from '../../protocol/messages/wire.ts';
import { withPermission } from './building-endpoints.ts';
import { emptyAnswer, type Endpoint, type RequestContext } from './endpoint.ts';

/** Source: docs/protocol/http.md, Endpoint table. */
export const deployingEndpoints: readonly Endpoint[] = [
  { name: 'deploycontract', get: emptyAnswer, post: deployContract },
];

function deployContract({ chain, request }: RequestContext): string {
  const body = readFormOrJsonBody(request);
  const json = jsonOf(body);
  const given = stringMember(json, 'owner_address');
  const owner = addressArgument(given, body);
  const tokens = {
    call_token_value: int64Member(json, 'call_token_value') ?? 0n,
    token_id: int64Member(json, 'token_id') ?? 0n,
  };
  const abi = json.has('abi')
    ? parseMessage(SmartContractAbi, `{"entrys":${stringMember(json, 'abi')}}`, body)
    : { entrys: [] };
  const contract = create(CreateSmartContract, {
    owner_address: owner,
    ...tokens,
    new_contract: {
      origin_address: owner,
      abi,
      call_value: int64Member(json, 'call_value') ?? 0n,
      consume_user_resource_percent: int64Member(json, 'consume_user_resource_percent') ?? 0n,
      origin_energy_limit: int64Member(json, 'origin_energy_limit') ?? 0n,
      bytecode: creationCode(json),
      name: stringMember(json, 'name') ?? '',
    },
  });
  const feeLimit = int64Member(json, 'fee_limit') ?? 0n;
  const built = buildTransaction(chain, CreateSmartContract, contract, { feeLimit });
  return composeBuiltTransaction(withPermission(built, json), body);
}

/** Bytecode with its arguments. Java joins a missing part as the text `null`. */
function creationCode(json: JsonObject): string {
  const code = stringMember(json, 'bytecode');
  if (!json.has('parameter')) return hexBytes(code);
  return hexBytes(`${code ?? 'null'}${stringMember(json, 'parameter') ?? 'null'}`);
}
