/**
 * What becomes of the transactions of dropped blocks: the new blocks include them, they are pending, or they are gone.
 */
export type DroppedTransactions = 'included' | 'pending' | 'dropped';
