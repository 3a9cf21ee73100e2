import { z } from 'zod'
import { branchReportSchema } from '../model/branch-report.ts'
import { configSchema } from '../model/config.ts'
import { verdictSchema } from '../model/verdict.ts'

/** A JSON Schema (draft 2020-12) as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Node = { [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const layersAre = (...statuses: string[]): Node => ({
  layers: { additionalProperties: { properties: { status: { enum: statuses } } } },
})

/**
 * Blocking is empty on a pass and never empty otherwise, and no layer is worse than the whole. zod's refinements vanish from published
 * schemas, so it stands here.
 */
const RULE = {
  if: { properties: { status: { const: 'pass' } }, required: ['status'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that nobody awaits
  then: { properties: { blocking: { maxItems: 0 }, ...layersAre('pass') } },
  else: {
    properties: { blocking: { minItems: 1 } },
    if: { properties: { status: { const: 'fail' } }, required: ['status'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that nobody awaits
    then: { properties: layersAre('pass', 'fail') },
  },
}

/** Adds the rule to every description of a verdict: the outermost, and those of layers. */
const withRule = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withRule)
  if (!isNode(node)) return node
  const copy: Node = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withRule(value)]))
  const properties = node.properties
  const isVerdict = isNode(properties) && ['status', 'blocking', 'metrics'].every((key) => key in properties)
  return isVerdict ? { ...copy, ...RULE } : copy
}

const titled = (title: string, schema: unknown): JsonSchema => {
  const { $schema, ...rest } = schema as Node
  return { $schema, title, ...rest }
}

/** The published schemas by name; `schema/<name>.schema.json` is the same, committed. Generated from the zod definitions that parse at run time. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  verdict: titled('Triverdict: a verdict', withRule(z.toJSONSchema(verdictSchema))),
  'branch-report': titled('Triverdict: the report on a branch', withRule(z.toJSONSchema(branchReportSchema))),
  triverdict: titled('Triverdict: triverdict.yaml', z.toJSONSchema(configSchema, { io: 'input' })),
}
