import { readFileSync } from 'node:fs';
import { DockerfileParser, ModifiableInstruction } from 'dockerfile-ast';
import { inRoot } from '../lib/paths.mjs';

/**
 * @typedef {{ keyword: string, text: string, flags: Record<string, string>, words: string[], line: number }} Step
 * @typedef {{ image: string, name: string | null, steps: Step[] }} Stage
 */

/** What the base images bring, by what stands in front of the colon. */
export const BASE_IMAGES = ['node', 'debian'];

/**
 * The stages of deploy/Dockerfile with their steps, as a builder goes through them.
 *
 * @returns {Stage[]}
 */
export function readStages() {
  const file = DockerfileParser.parse(readFileSync(inRoot('deploy', 'Dockerfile'), 'utf8'));
  /** @type {Stage[]} */
  const stages = [];
  for (const instruction of file.getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (keyword === 'FROM') {
      stages.push({ image: words[0] ?? '', name: words[1] === 'AS' ? (words[2] ?? null) : null, steps: [] });
      continue;
    }
    stages.at(-1)?.steps.push({
      keyword,
      text: (instruction.getArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, ' '),
      flags: Object.fromEntries(flagsOf(instruction)),
      words,
      line: (instruction.getRange()?.start.line ?? 0) + 1,
    });
  }
  return stages;
}

/**
 * `--from=build` and the like, which the parser keeps apart from the other words.
 *
 * @param {import('dockerfile-ast').Instruction} instruction
 * @returns {[string, string][]}
 */
function flagsOf(instruction) {
  if (!(instruction instanceof ModifiableInstruction)) return [];
  return instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? '']);
}
