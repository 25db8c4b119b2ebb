import { readdirSync } from 'node:fs';
import { describeExamples } from '@coin/examples';

const guides = readdirSync(`${import.meta.dirname}/../../../docs/guides`).filter((file) => file !== 'README.md');
describeExamples(`${import.meta.dirname}/..`, { files: guides.map((file) => `../../docs/guides/${file}`) });
