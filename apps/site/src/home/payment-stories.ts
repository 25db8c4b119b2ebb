/** What happens to a payment when something goes wrong, told for a retry and for the outbox. */
export interface PaymentStory {
  readonly title: string;
  readonly retry: PaymentTelling;
  readonly outbox: PaymentTelling;
}

export interface PaymentTelling {
  readonly steps: readonly string[];
  /** How often the recipient is paid. */
  readonly paid: number;
}

const SIGN = 'Sign a transaction and broadcast it.';
const STORE = 'Sign a transaction, store it, broadcast it.';

export const PAYMENT_STORIES: readonly PaymentStory[] = [
  {
    title: 'the response is lost',
    retry: { steps: [SIGN, 'The node accepts it. The response is lost.', 'Retry: sign another transaction.'], paid: 2 },
    outbox: {
      steps: [STORE, 'The node accepts it. The response is lost.', 'Look up its id: it is in a block. Done.'],
      paid: 1,
    },
  },
  {
    title: 'the process crashes',
    retry: { steps: [SIGN, 'The process crashes.', 'After the restart: sign another transaction.'], paid: 2 },
    outbox: {
      steps: [STORE, 'The process crashes.', 'After the restart: send the stored bytes, which have the same id.'],
      paid: 1,
    },
  },
  {
    title: 'the request is lost',
    retry: { steps: [SIGN, 'The request never arrives.', 'Retry: sign another transaction.'], paid: 1 },
    outbox: { steps: [STORE, 'The request never arrives.', 'Send the stored bytes, which have the same id.'], paid: 1 },
  },
];
