import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as articles from './articles/service.ts';
import type { assistantRoutes } from './routes.ts';
import * as sessions from './sessions/service.ts';
import { chat } from './sessions/service-chat.ts';
import * as person from './sessions/service-person.ts';
import { getAssistantStats } from './stats/service.ts';
import { getTraining, trainAssistant } from './training/service.ts';

export const assistantOperations: HandlersOf<typeof assistantRoutes, Ctx> = {
  assistantStats: (ctx) => getAssistantStats(ctx),
  listChats: (ctx, { query }) => sessions.listChats(ctx, query),
  exportChats: (ctx, { query }) => sessions.exportChats(ctx, query),
  startChat: (ctx, { body }) => sessions.startChat(ctx, body),
  getChat: (ctx, { params }) => sessions.getChat(ctx, params.sessionId),
  chat: (ctx, { body }) => chat(ctx, body),
  rateChat: (ctx, { params, body }) => sessions.rateChat(ctx, params.sessionId, body),
  escalateChat: (ctx, { params, body }) => sessions.escalateChat(ctx, params.sessionId, body),
  takeOverChat: (ctx, { params }) => person.takeOverChat(ctx, params.sessionId),
  answerInPerson: (ctx, { params, body }) => person.answerInPerson(ctx, params.sessionId, body),
  handBackChat: (ctx, { params }) => person.handBackChat(ctx, params.sessionId),
  closeChat: (ctx, { params }) => sessions.closeChat(ctx, params.sessionId),
  listArticles: (ctx, { query }) => articles.listArticles(ctx, query),
  getArticle: (ctx, { params }) => articles.getArticle(ctx, params.id),
  createArticle: (ctx, { body }) => articles.createArticle(ctx, body),
  updateArticle: (ctx, { params, body }) => articles.updateArticle(ctx, params.id, body),
  deleteArticle: (ctx, { params }) => articles.deleteArticle(ctx, params.id),
  getTraining: (ctx) => getTraining(ctx),
  trainAssistant: (ctx) => trainAssistant(ctx),
};
