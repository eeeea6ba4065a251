import { listArticles } from '@nimule/core/assistant/articles/service';
import { listChats } from '@nimule/core/assistant/sessions/service';
import { getAssistantStats } from '@nimule/core/assistant/stats/service';
import { getTraining } from '@nimule/core/assistant/training/service';
import type { Ctx } from '@nimule/core/context';
import { addDays } from '@nimule/core/kernel/dates';
import { listTickets } from '@nimule/core/support/service-list';
import { expect } from 'vitest';

/** The chats of the demo company: figures of its own, and escalations that were settled. */
export async function expectChats(ctx: Ctx): Promise<void> {
  const stats = await getAssistantStats(ctx);
  for (const metric of ['resolutionRate', 'responseSeconds', 'satisfaction', 'coverage'] as const)
    expect(stats[metric]).toMatchObject({ isSample: false });
  expect(stats.issuesAreSample).toBe(false);
  expect(stats.resolutionRate.value).toBeGreaterThan(70);
  expect(stats.satisfaction.value).toBeGreaterThan(3.5);
  expect(stats.coverage.value).toBeGreaterThan(90);
  expect(stats.issues.length).toBeGreaterThan(5);

  const { rows: chats } = await listChats(ctx, { pageSize: 1000 });
  expect(chats.length).toBeGreaterThan(120);
  const rated = chats.filter(({ rating }) => rating !== null);
  expect(rated.length).toBeGreaterThan(chats.length / 3);
  const handed = chats.filter(({ ticketNumber }) => ticketNumber !== '');
  expect(handed.length).toBeGreaterThan(10);
  const waiting = handed.filter(({ status }) => status === 'escalated');
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting.length).toBeLessThan(4);
  for (const { lastMessageAt } of chats)
    expect(lastMessageAt.getTime()).toBeLessThanOrEqual(ctx.now.getTime());

  // The tickets of chats do not pile up, and numbers follow the day of opening, but for those of the last days.
  const { rows: open } = await listTickets(ctx, { status: 'unresolved', pageSize: 1000 });
  expect(open.length).toBeLessThan(15);
  const { rows: tickets } = await listTickets(ctx, { sort: 'ticketId', pageSize: 1000 });
  const days = tickets
    .map(({ createdAt }) => createdAt.toISOString().slice(0, 10))
    .filter((day) => day < addDays(ctx.today, -5));
  expect(days.length).toBeGreaterThan(100);
  expect(days).toEqual([...days].sort());

  const { rows: own } = await listArticles(ctx, { q: 'generator', pageSize: 10 });
  expect(own).toMatchObject([{ title: 'Power cuts and generators' }]);
  const { last, openQuestions } = await getTraining(ctx);
  expect(last!.words).toBeGreaterThan(50);
  expect(openQuestions.length).toBeGreaterThan(0);
}
