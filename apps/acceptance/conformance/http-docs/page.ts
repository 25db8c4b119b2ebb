import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type RecordedTransaction } from '../transaction-cases.ts';

/** A page of an endpoint. */
export interface Page {
  readonly endpoint: string;
  readonly methods: readonly string[];
  readonly text: string;
  /** The JSON in its examples of answers. */
  readonly answers: readonly object[];
  /** The body in its example of a request. */
  readonly body: object;
}

/** The objects in a page that are valid JSON: comments stand for what was omitted. */
const readJson = (text: string, fence: RegExp): readonly object[] =>
  [...text.matchAll(fence)].flatMap(([, json = '']) => {
    try {
      return [JSON.parse(json.replaceAll(/\/\*.*?\*\//gsu, '')) as object];
    } catch {
      return [];
    }
  });

/** Reads the page of an endpoint. */
export function readPage(file: string): Page {
  const text = readFileSync(file, 'utf8');
  const [body = {}] = readJson(text, /--data '\s*(\{.*?\})\s*'/gsu);
  const methods = /^- Method: [^(\n]*/mu.exec(text)?.[0].match(/GET|POST/gu) ?? [];
  return { endpoint: basename(file, '.md'), methods, text, answers: readJson(text, /```json\n(.*?)```/gsu), body };
}

/** The transactions in examples, unless its bytes are only described. */
export function findTransactions({ endpoint, answers }: Page): readonly RecordedTransaction[] {
  return answers.flatMap((answer) => {
    const { transaction = answer } = answer as { transaction?: object };
    const {
      raw_data_hex: rawDataHex = '',
      raw_data: rawData = {},
      txID = '',
      signature = [],
    } = transaction as {
      raw_data_hex?: string;
      raw_data?: object;
      txID?: string;
      signature?: readonly string[];
    };
    if (!/^[\da-f]+$/u.test(rawDataHex)) return [];
    return [{ name: `transaction of ${endpoint}`, rawDataHex, rawData, txID, signatures: signature }];
  });
}
