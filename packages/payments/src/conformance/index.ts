export { checkOutboxStore } from './check-outbox-store.ts';
