export { config as default } from '../src/config.ts';
