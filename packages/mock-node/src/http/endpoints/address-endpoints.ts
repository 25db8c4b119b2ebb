import { decodeBase64 } from '../../json/base64-text.ts';
import { composeJson, quoteJson, stringMember } from '../../json/json-value.ts';
import { toJavaException } from '../../json/request-errors.ts';
import { base58Bytes, hexBytes } from '../../message/request-arguments.ts';
import { jsonOf, readJsonBody, readParameters } from '../../message/request.ts';
import { isAddress } from '../../protocol/address.ts';
import { type Endpoint } from './endpoint.ts';

/** Source: docs/protocol/http.md, Endpoint table. */
export const addressEndpoints: readonly Endpoint[] = [
  {
    name: 'validateaddress',
    get: ({ request }) => verdictOf(() => readParameters(request).get('address')),
    post: ({ request }) => verdictOf(() => stringMember(jsonOf(readJsonBody(request)), 'address')),
  },
];

/** A request that cannot be read gets an empty answer. */
function verdictOf(read: () => string | undefined): string | undefined {
  try {
    return verdict(read());
  } catch (error) {
    toJavaException(error);
    return undefined;
  }
}

function verdict(text: string | undefined): string {
  // The words of a null pointer, of which there are none.
  if (text === undefined) return '{"result":false}';
  const { result, message } = examine(text);
  return composeJson([
    ['result', String(result)],
    ['message', quoteJson(message)],
  ]);
}

interface Verdict {
  readonly result: boolean;
  readonly message: string;
}

/** The node recognizes the notation by its length alone. */
function examine(text: string): Verdict {
  switch (text.length) {
    case 42:
      return examineBytes('Hex string format', () => hexBytes(text));
    case 34:
      return examineBytes('Base58check format', () => base58Bytes(text));
    case 28:
      return examineBytes('Base64 format', () => decodeBase64(text));
    default:
      return { result: false, message: 'Length error' };
  }
}

function examineBytes(message: string, read: () => string): Verdict {
  try {
    return isAddress(read()) ? { result: true, message } : { result: false, message: 'Invalid address' };
  } catch (error) {
    return { result: false, message: toJavaException(error).message };
  }
}
