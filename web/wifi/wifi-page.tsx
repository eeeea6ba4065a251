import { Body, Frame } from '../light/frame.tsx';
import { BillPanel } from './bill/bill-panel.tsx';
import { PaidStep } from './bill/paid-step.tsx';
import { type BillOfVisitor, useBill } from './bill/use-bill.ts';
import { PackageStep } from './purchase/package-step.tsx';
import { PayStep } from './purchase/pay-step.tsx';
import { SuccessStep } from './purchase/success-step.tsx';
import { WaitingStep } from './purchase/waiting-step.tsx';
import { SessionPanel } from './session/session-panel.tsx';
import { useVisit } from './use-visit.ts';
import { signInAddress } from './visitor.ts';
import { useVoucher, type Voucher } from './voucher/use-voucher.ts';
import { VoucherForm } from './voucher/voucher-form.tsx';

const OFFLINE = 'No connection. We keep trying; you do not pay twice.';

type Visit = ReturnType<typeof useVisit>;
interface Views {
  visit: Visit;
  voucher: Voucher;
  bill: BillOfVisitor;
}

function Packages({ offer, chosenId, choose }: Visit) {
  if (!offer)
    return (
      <section className="panel">
        <p role="status">Loading packages…</p>
      </section>
    );
  if (!offer.takesPayments)
    return (
      <section className="panel">
        <p>WiFi cannot be paid here at the moment. Use a voucher, or ask our staff.</p>
      </section>
    );
  return <PackageStep packages={offer.packages} chosenId={chosenId} onChosen={choose} />;
}

function CurrentView({ visit, voucher, bill }: Views) {
  const { view, offer, chosen, visitor } = visit;
  const signIn = (code: string) => signInAddress(visitor.login, offer?.loginAddresses ?? [], code);
  if (view.kind === 'waiting')
    return <WaitingStep pending={view.pending} onLeave={visit.stopWaiting} />;
  if (view.kind === 'success') {
    const { session } = view;
    return (
      <SuccessStep
        session={session}
        signIn={signIn(session.accessCode)}
        onShow={() => visit.showSession(session)}
      />
    );
  }
  const ownBill = (
    <BillPanel
      key="bill"
      {...bill}
      takesPayments={offer?.takesPayments ?? false}
      onPay={(one) => visit.chooseBill(one, bill.owner)}
    />
  );
  if (view.kind === 'session') {
    const { session } = view;
    return (
      <>
        <SessionPanel
          key={session.accessCode}
          session={session}
          signIn={signIn(session.accessCode)}
          onExpired={visit.expire}
          onEnd={() => visit.end(session)}
        />
        {ownBill}
      </>
    );
  }
  if (view.kind === 'pay' && offer && chosen)
    return (
      <PayStep
        providers={offer.providers}
        what={`${chosen.name} · ${chosen.duration}`}
        price={chosen}
        entered={visit.entered}
        onEntered={visit.setEntered}
        onBack={visit.showPackages}
        onPay={(provider, phone) => visit.pay(chosen, provider, phone)}
      />
    );
  if (view.kind === 'payBill' && offer)
    return (
      <PayStep
        providers={offer.providers}
        what={`Bill of ${view.bill.customerNumber}`}
        price={view.bill}
        isBill
        entered={visit.entered}
        onEntered={visit.setEntered}
        onBack={visit.showPackages}
        onPay={(provider, phone) => visit.payBill(view.bill, view.owner, provider, phone)}
      />
    );
  if (view.kind === 'billPaid')
    return (
      <PaidStep receiptNumber={view.receiptNumber} rest={bill.bill} onDone={visit.showPackages} />
    );
  const packages = (
    <div className="body" key="packages">
      <Packages {...visit} />
    </div>
  );
  const form = <VoucherForm key="voucher" {...voucher} />;
  const isOwed = bill.bill !== undefined && bill.bill.priceUSD > 0;
  // Who comes with a code wants to use it; who is known by the connection and owes wants to pay that.
  if (visit.visitor.code !== '') return <>{[form, packages, ownBill]}</>;
  return <>{isOwed ? [ownBill, packages, form] : [packages, form, ownBill]}</>;
}

/** Only a purchase is simulated, not a voucher, which comes first or gave the session. */
function isSimulated({ offer, view, visitor }: Visit): boolean {
  if (view.kind === 'packages' && visitor.code !== '') return false;
  if (view.kind === 'session' && !view.session.key) return false;
  return Boolean(offer?.takesPayments && offer.isSimulated);
}

/** The page of a visitor, who buys WiFi or uses a voucher (seeds/002 2). */
export function WifiPage() {
  const bill = useBill();
  const visit = useVisit({ onBillEnd: bill.reload });
  const voucher = useVoucher(visit.visitor.code, visit.takeVoucher);
  return (
    <Frame
      title="WiFi Payment"
      companyName={visit.offer?.companyName ?? ''}
      linkLost={visit.isLinkLost ? OFFLINE : ''}
      said={visit.said}
    >
      <p className="notice" hidden={!isSimulated(visit)}>
        Simulated payment: no money moves.
      </p>
      <Body view={visit.view}>
        <CurrentView visit={visit} voucher={voucher} bill={bill} />
      </Body>
    </Frame>
  );
}
