import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { mobileMoneyRoutes } from './routes.ts';
import {
  checkPaymentRequest,
  getCollectionSettings,
  getPaymentRequest,
  listPaymentRequests,
  wifiSignIns,
} from './service.ts';
import { findOwnBill, payOwnBill } from './service-bills.ts';
import { takeCallback } from './service-callback.ts';
import { requestPayment } from './service-customers.ts';
import { acceptPaymentRequest, refundPaymentRequest } from './service-decide.ts';
import { buyWifi, checkPurchase, endOwnSession, getWifiOffer } from './service-visitors.ts';

export const mobileMoneyOperations: HandlersOf<typeof mobileMoneyRoutes, Ctx> = {
  getWifiOffer: (ctx) => getWifiOffer(ctx),
  buyWifi: (ctx, { body }) => buyWifi(ctx, body),
  checkPurchase: (ctx, { body }) => checkPurchase(ctx, body),
  endOwnSession: (ctx, { body }) => endOwnSession(ctx, body),
  findOwnBill: (ctx, { body }) => findOwnBill(ctx, body),
  payOwnBill: (ctx, { body }) => payOwnBill(ctx, body),
  getCollectionSettings: (ctx) => getCollectionSettings(ctx),
  listPaymentRequests: (ctx, { query }) => listPaymentRequests(ctx, query),
  requestPayment: (ctx, { body }) => requestPayment(ctx, body),
  getPaymentRequest: (ctx, { params }) => getPaymentRequest(ctx, params.id),
  wifiSignIns: (ctx, { params }) => wifiSignIns(ctx, params.id),
  checkPaymentRequest: (ctx, { params }) => checkPaymentRequest(ctx, params.id),
  acceptPaymentRequest: (ctx, { params, body }) => acceptPaymentRequest(ctx, params.id, body),
  refundPaymentRequest: (ctx, { params, body }) => refundPaymentRequest(ctx, params.id, body),
  momoCallback: (ctx, { params, body }) => takeCallback(ctx, { reference: params.reference, body }),
  momoCallbackPost: (ctx, { params, body }) =>
    takeCallback(ctx, { reference: params.reference, body }),
};
