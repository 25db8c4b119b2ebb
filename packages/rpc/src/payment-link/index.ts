export { formatPaymentLink, parsePaymentLink, type PaymentLink } from './payment-link.ts';
