import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import * as queries from '../queries.ts';
import {
  template as schema,
  type Template,
  type TemplateFilter,
  type TemplateInput,
  type TemplateUpdate,
} from '../schema.ts';
import { campaignFields } from './rules-fields.ts';
import { templateProblems } from './rules-templates.ts';

export function listTemplates(ctx: Ctx, filter: TemplateFilter): Promise<Page<Template>> {
  return queries.findTemplates(ctx.db, filter);
}

/** @throws AppError invalid for an unknown field or a brace that is not closed. */
function assertTemplate(text: string): void {
  const [problem] = templateProblems(text, campaignFields);
  if (problem) invalidField('text', problem.message);
}

/** @throws AppError invalid for a wrong text; conflict for a name that another template has. */
export async function createTemplate(ctx: Ctx, input: TemplateInput): Promise<Template> {
  assertTemplate(input.text);
  return transact(ctx, async (tx) => {
    const made = { updatedAt: tx.now, updatedBy: actorName(tx.actor) };
    const after = await queries.templates.insert(tx.db, { ...input, ...made });
    await auditTemplate(tx, 'template.create', { after });
    return after;
  });
}

/** @throws AppError notFound; conflict for an outdated version or a taken name; invalid for a wrong text. */
export async function updateTemplate(
  ctx: Ctx,
  id: number,
  { version, ...changes }: TemplateUpdate,
): Promise<Template> {
  if (changes.text !== undefined) assertTemplate(changes.text);
  return transact(ctx, async (tx) => {
    const before = (await queries.templates.lock(tx.db, id)) ?? notFound('Template', id);
    assertVersion('template', before.version, version);
    const after = await queries.templates.update(tx.db, before, changes, {
      updated_at: tx.now,
      updated_by: actorName(tx.actor),
    });
    await auditTemplate(tx, 'template.update', { before, after });
    return (await queries.templates.get(tx.db, id)) ?? after;
  });
}

/** Messages that were made with it keep their texts. @throws AppError notFound. */
export async function deleteTemplate(ctx: Ctx, id: number): Promise<{ message: string }> {
  return transact(ctx, async (tx) => {
    const before = (await queries.templates.lock(tx.db, id)) ?? notFound('Template', id);
    await queries.templates.remove(tx.db, id);
    await auditTemplate(tx, 'template.delete', { before });
    return { message: `The template ${before.name} was deleted.` };
  });
}

function auditTemplate(
  tx: Ctx,
  action: string,
  line: { before?: Template; after?: Template },
): Promise<void> {
  const { id, name } = (line.after ?? line.before)!;
  return audit(tx, {
    action,
    entity: 'messageTemplate',
    entityId: id,
    summary: name,
    schema,
    ...line,
  });
}
