import type { Ctx } from '../../context.ts';
import { countActiveArticles } from '../articles/queries.ts';
import { windowStart } from '../articles/service.ts';
import { hasModel, requestsLeft } from '../model/service.ts';
import { type AssistantStats, sampleMetrics } from '../schema.ts';
import { topicLabels } from '../sessions/rules.ts';
import { getLastTraining } from '../training/queries.ts';
import * as queries from './queries.ts';

const QUIET_MS = 86_400_000;

const share = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;

/** A figure, or the one of the specification before there is any (decision 19). */
function metricOf(value: number | null, sample: number): AssistantStats['coverage'] {
  return value === null ? { value: sample, isSample: true } : { value, isSample: false };
}

/** The metrics of the assistant of the last 90 days (seeds/000 2 and 9). */
export async function getAssistantStats(ctx: Ctx): Promise<AssistantStats> {
  const since = windowStart(ctx);
  const quiet = new Date(ctx.now.getTime() - QUIET_MS);
  const chats = await queries.getChatFigures(ctx.db, { since, quiet });
  const replies = await queries.getReplyFigures(ctx.db, since);
  const topics = await queries.countTopics(ctx.db, since);
  const issues = topics.length > 0 ? topics : sampleMetrics.issues;
  const training = await getLastTraining(ctx.db);
  const rated = chats.rating === null ? null : Math.round(chats.rating * 10) / 10;
  const seconds = replies.seconds === null ? null : Math.round(replies.seconds * 100) / 100;
  const resolved = chats.finished === 0 ? null : share(chats.resolved, chats.finished);
  const covered = replies.questions === 0 ? null : share(replies.answered, replies.questions);
  return {
    resolutionRate: metricOf(resolved, sampleMetrics.resolutionRate),
    responseSeconds: metricOf(seconds, sampleMetrics.responseSeconds),
    satisfaction: metricOf(rated, sampleMetrics.satisfaction),
    ratings: chats.ratings,
    ...(await queries.countOpenChats(ctx.db, quiet)),
    coverage: metricOf(covered, sampleMetrics.coverage),
    issues: issues.map(({ topic, count }) => ({ topic, label: topicLabels[topic], count })),
    issuesAreSample: topics.length === 0,
    articles: await countActiveArticles(ctx.db),
    driver: hasModel(ctx) ? 'model' : 'local',
    model: ctx.ports.assistant.model,
    requestsLeft: await requestsLeft(ctx),
    lastTrainedAt: training?.trainedAt ?? null,
  };
}
