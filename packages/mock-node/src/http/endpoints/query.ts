import { int64Member } from '../../json/json-integer.ts';
import { type PrintOptions } from '../../json/protobuf-printer.ts';
import { invalidParameterError } from '../../json/request-errors.ts';
import { integerArgument } from '../../message/request-arguments.ts';
import {
  jsonOf,
  parseBody,
  readFormOrJsonBody,
  readJsonBody,
  readParameters,
  type NodeRequest,
  type Parameters,
  type RequestBody,
} from '../../message/request.ts';
import { PaginatedMessage } from '../../protocol/messages/api-messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { type Endpoint, type RequestContext } from './endpoint.ts';

/** How each method of a query reads its arguments. */
interface ArgumentReaders<T> {
  readonly get: (parameters: Parameters) => T;
  readonly post: (body: RequestBody) => T;
}

/** The GET and POST handlers of a query. They read the arguments differently and give the same answer. */
export function query<T>(read: ArgumentReaders<T>, answer: AnswerTo<T>): Pick<Endpoint, 'get' | 'post'> {
  return queryBy(readFormOrJsonBody, read, answer);
}

/** Like {@link query}, for an endpoint whose body must be JSON. */
export function jsonQuery<T>(read: ArgumentReaders<T>, answer: AnswerTo<T>): Pick<Endpoint, 'get' | 'post'> {
  return queryBy(readJsonBody, read, answer);
}

type AnswerTo<T> = (context: RequestContext, argument: T, options: PrintOptions) => string;

function queryBy<T>(
  readBody: (request: NodeRequest) => RequestBody,
  read: ArgumentReaders<T>,
  answer: AnswerTo<T>,
): Pick<Endpoint, 'get' | 'post'> {
  return {
    get: (context) => {
      const parameters = readParameters(context.request);
      return answer(context, read.get(parameters), parameters);
    },
    post: (context) => {
      const body = readBody(context.request);
      return answer(context, read.post(body), body);
    },
  };
}

/** The GET and POST handlers of an endpoint that answers with a part of a list, starting at an offset. */
export function pageQuery(
  answer: (context: RequestContext, page: MessageOf<typeof PaginatedMessage>, options: PrintOptions) => string,
): Pick<Endpoint, 'get' | 'post'> {
  return query(
    {
      get: ({ get }) => ({ offset: integerArgument(get('offset')), limit: integerArgument(get('limit')) }),
      post: (body) => parseBody(PaginatedMessage, body),
    },
    answer,
  );
}

/** The GET and POST handlers of an endpoint that takes a number as `id`. */
export function idQuery(
  answer: (context: RequestContext, id: bigint, options: PrintOptions) => string,
): Pick<Endpoint, 'get' | 'post'> {
  return query(
    {
      get: ({ get }) => integerArgument(get('id')),
      post: (body) => {
        const id = int64Member(jsonOf(body), 'id');
        if (id === undefined) throw invalidParameterError('key [id] does not exist');
        return id;
      },
    },
    answer,
  );
}
