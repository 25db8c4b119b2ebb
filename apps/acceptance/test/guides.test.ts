import { readdirSync } from 'node:fs';
import { describeExamples } from '@coin/test-kit';

const pages = ['guides', 'concepts'].flatMap((folder) =>
  readdirSync(`${import.meta.dirname}/../../../docs/${folder}`)
    .filter((file) => file !== 'README.md')
    .map((file) => `../../docs/${folder}/${file}`),
);
describeExamples(`${import.meta.dirname}/..`, { files: pages });
