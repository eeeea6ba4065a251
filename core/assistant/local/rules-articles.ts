import type { Article } from '../rules-driver.ts';

export type DefaultArticle = Omit<Article, 'id'>;

/** The knowledge base of a new installation, for the staff to edit. Numbered steps stand one per line. */
export const defaultArticles: readonly DefaultArticle[] = [
  {
    title: 'No internet connection',
    topic: 'connection',
    body: `When nothing opens on any device, try these steps in this order.
1. Check that the router has power and that its lights are on.
2. Check that the cable from the wall or the antenna is pushed firmly into the router.
3. Switch the router off, wait 30 seconds, and switch it on again.
4. Wait two minutes until the lights are steady.
5. Connect one telephone or computer again and open a website.
6. If there is still no internet, tell us which lights are on or red.`,
    keywords: 'no internet, not working, not connecting, no network, offline, no browsing',
  },
  {
    title: 'The connection drops again and again',
    topic: 'connection',
    body: `When the internet comes and goes, the cause is often the power, a loose cable or the distance to the router.
1. Check that the power supply of the router sits firmly and is not shared with heavy devices.
2. Push in the cables at the router and at the wall or antenna.
3. Move closer to the router and see whether it still drops.
4. Note the times at which it drops.
5. Send us the times if it goes on for more than one day.`,
    keywords: 'drops, disconnects, on and off, unstable, cutting, comes and goes',
  },
  {
    title: 'Connected to WiFi but no internet',
    topic: 'connection',
    body: `When the WiFi is connected but pages do not open, try this.
1. Switch the WiFi of your device off and on again.
2. Try a second device, to see whether all devices are affected.
3. Switch the router off, wait 30 seconds, and switch it on again.
4. Forget the network on your device and enter the WiFi password again.`,
    keywords: 'connected without internet, one device, phone connects, laptop, page not loading',
  },
  {
    title: 'Slow internet',
    topic: 'speed',
    body: `When pages, calls or videos are slow, find out where the speed is lost.
1. Stop large downloads and updates on all devices.
2. Disconnect devices that you do not need: all of them share the speed of the package.
3. Stand near the router, or connect a computer with a cable.
4. Switch the router off, wait 30 seconds, and switch it on again.
5. Run a speed test, for example fast.com, and send us the result.`,
    keywords: 'slow, buffering, speed test, video, weak, lagging, heavy',
  },
  {
    title: 'WiFi is weak in some rooms',
    topic: 'speed',
    body: `Walls and metal sheets weaken WiFi.
1. Put the router high and in the middle of the house, away from metal.
2. Keep it away from microwave ovens and cordless telephones.
3. Use the 5 GHz network near the router and the 2.4 GHz network further away.
4. Ask us about a second access point for large houses.`,
    keywords: 'weak signal, range, bedroom, far from router, coverage in house',
  },
  {
    title: 'How to pay an invoice',
    topic: 'billing',
    body: `You can pay in US dollars or in South Sudanese pounds at the rate of the day.
1. Choose one of the ways to pay that are named on your invoice.
2. Give your customer number as the reference.
3. Keep the confirmation or the bank slip.
4. We record the payment and send you a receipt.`,
    keywords: 'pay, payment, mobile money, momo, gurush, bank, cash, how to pay, where to pay',
  },
  {
    title: 'Your account is suspended',
    topic: 'billing',
    body: `An account is suspended when an invoice is still unpaid 15 days after its due date.
1. Ask us which invoices are overdue.
2. Pay the overdue invoices with your customer number as the reference.
3. The suspension is lifted once the payment is recorded.
4. Switch the router off and on if the internet does not come back after that.`,
    keywords: 'suspended, cut off, disconnected, blocked, restore, reconnect',
  },
  {
    title: 'Understanding your invoice',
    topic: 'billing',
    body: `An invoice is made on the first of each month.
1. The first line is the monthly fee of your package.
2. Other lines are additional services and, once, the connection fee.
3. The due date is printed at the top.
4. Amounts in pounds use the rate of the day of the invoice.`,
    keywords: 'invoice, bill, explain, charges, why this amount, connection fee',
  },
  {
    title: 'Payment not shown on the account',
    topic: 'billing',
    body: `A payment appears after our cashier has recorded it.
1. Check that your customer number was given as the reference.
2. Keep the transaction number or the bank slip ready.
3. Send both to our billing office, which looks for the payment.`,
    keywords: 'paid but not seen, missing payment, transaction, slip, not reflected',
  },
  {
    title: 'Lights of the router',
    topic: 'equipment',
    body: `The lights show where the fault is. Names differ a little between routers.
1. Power is off: check the socket and the power supply.
2. LOS or a red light: the fiber has no signal. Check that the thin cable is neither bent nor pulled out, and tell us.
3. PON or Internet blinks: the router is looking for the network. Wait two minutes.
4. WLAN or WiFi is off: press the WiFi button at the back.`,
    keywords: 'red light, los, blinking, power light, orange, green, router lights',
  },
  {
    title: 'Change the WiFi name or password',
    topic: 'equipment',
    body: `You can change both on the page of your router.
1. Connect to your WiFi or plug in a cable.
2. Open the address that is printed on the label of the router, with the user and password beside it.
3. Open the WiFi or Wireless settings.
4. Type a new name or a new password of at least 8 characters, and save.
5. Connect your devices again with the new password.`,
    keywords: 'wifi password, forgot password, change password, wifi name, neighbours using',
  },
  {
    title: 'Damaged or broken equipment',
    topic: 'equipment',
    body: `Routers, antennas and cables are checked by our technicians.
1. Switch the device off and unplug it.
2. Do not open it and do not repair cables yourself.
3. Tell us what is damaged, and since when.
4. A technician looks at it; whether a replacement is charged is decided then.`,
    keywords: 'broken router, replacement, damaged cable, adapter, antenna, dish, new router',
  },
  {
    title: 'Change to another package',
    topic: 'account',
    body: `You can change to a faster or a smaller package.
1. Choose the package that you want.
2. Tell us, or come to our office, with your customer number.
3. Pay open invoices first if there are any.
4. Our staff confirm the day of the change and the new monthly fee.`,
    keywords: 'upgrade, downgrade, change package, faster, cheaper, more mbps',
  },
  {
    title: 'Move to another place',
    topic: 'account',
    body: `We check whether the new place can be connected.
1. Send us the new address and the day of the move.
2. We check the coverage there and tell you whether a fee applies.
3. Do not move the equipment yourself: a technician does it.`,
    keywords: 'move, moving, relocate, new house, new office, transfer, shift',
  },
  {
    title: 'End or pause the service',
    topic: 'account',
    body: `Only a member of our staff can end or pause an account.
1. Tell us from which day you do not need the service.
2. Pay open invoices.
3. Return the equipment that belongs to us.
4. We confirm the end in writing.`,
    keywords: 'cancel, terminate, stop service, pause, close account, leave',
  },
  {
    title: 'Change telephone, e-mail or name',
    topic: 'account',
    body: `Your details are changed by our staff, so that nobody else can do it.
1. Send us the old and the new details with your customer number.
2. For another name or owner, bring an identity document to our office.
3. Invoices and messages go to the new details after that.`,
    keywords: 'change phone, change number, change email, change name, owner, details',
  },
  {
    title: 'Outages and maintenance',
    topic: 'outage',
    body: `We see faults of our network ourselves, and our technicians work on them.
1. Leave the router switched on: it connects again by itself.
2. If others near you have internet and you do not, restart the router once.
3. Tell us if only you are affected.`,
    keywords: 'outage, down, area, tower, maintenance, when back, whole area',
  },
  {
    title: 'How complaints are handled',
    topic: 'complaint',
    body: `Each complaint gets a ticket with a number.
1. Tell us what happened, and when.
2. We open a ticket and give you its number.
3. Ask for the ticket by its number to learn what was done.`,
    keywords: 'complaint, complain, bad service, technician did not come, ticket',
  },
];
