// Errors
export {
  type ArgumentContext,
  argumentMessage,
  CodedError,
  type ErrorTable,
  isCodedError,
  oneOfNames,
  quoteContext,
} from './coded-error.ts';
export { describeValue, quoteSentence, quoteText, reasonOf } from './quote.ts';
// Arguments
export { type AllNames, createArgumentChecks, createTextChecks, type QuantityRange } from './argument-checks.ts';
export { closestName } from './closest-name.ts';
