/**
 * The words of customers: how telephones, South Sudanese English and Juba Arabic spell what the intents name. Data of
 * rules-words.ts.
 */

/** Short forms and other spellings, each with what it stands for; one or two words on the left. */
export const shortForms = `
u=you; ur=your; r=are; y=why; wat=what; wats=what is; whats=what is; wen=when; wer=where; hw=how; hows=how is; mch=much; nt=not; n=and; d=the; da=the;
dis=this; dat=that; dey=they; dem=them; ma=my; mi=my; m=am; im=i am; pls=please; plz=please; plse=please; kindly=please; thx=thanks; tnx=thanks;
tks=thanks; thnx=thanks; thanx=thanks; thank=thanks; tanks=thanks; 2day=today; tdy=today; 2moro=tomorrow; tmrw=tomorrow; tomoro=tomorrow; ystrday=yesterday;
yday=yesterday; ystd=yesterday; b4=before; gud=good; bt=but; bcoz=because; bcz=because; coz=because; cos=because; abt=about; hv=have; hav=have;
wit=with; wth=with; shud=should; wud=would; cud=could; dnt=dont; dint=didnt; cnt=can not; cant=can not; wont=will not; dont=do not; doesnt=does not; dosnt=does not;
didnt=did not; isnt=is not; arent=are not; wasnt=was not; havent=have not; hasnt=has not; hadnt=had not; aint=is not; couldnt=could not; wouldnt=would not;
shouldnt=should not; cannot=can not; nthng=nothing; nothin=nothing; sth=something; smth=something; msg=message; acct=account; acc=account; ac=account; a/c=account;
num=number; nbr=number; fone=phone; fon=phone; tel=telephone; mob=mobile; pswd=password; pwd=password; pw=password; passwd=password; pass=password; amt=amount;
bal=balance; pmt=payment; paymnt=payment; inv=invoice; invo=invoice; rcpt=receipt; reciept=receipt; recept=receipt; conn=connection; connexion=connection;
inet=internet; intanet=internet; intaneti=internet; enternet=internet; wi fi=wifi; wy=why; wify=wifi; waifai=wifi; netwrk=network; ntwk=network; shabka=network; shabaka=network; mtandao=network;
nw=network; spd=speed; mb=mbps; mbs=mbps; mbits=mbps; meg=mbps; megs=mbps; gbps=mbps; mtn=momo; mgurush=gurush; agn=again; agen=again; stil=still; alredy=already; alrdy=already;
evry=every; evrything=everything; ppl=people; frm=from; luv=love; lemme=let me; gimme=give me; wanna=want to; wana=want to; gonna=going to; rn=now; asap=now; hlp=help;
tech=technician; techie=technician; fundi=technician; muhandis=technician; engineers=technician; engineer=technician; techs=technician; custmer=customer; fibre=fiber; neighbor=neighbour; neighbors=neighbour;
dept=debt; hakuna=no; akuna=no; hamna=no; hatuna=no; bila=without; ma gi=not; ma bi=not; ma gadir=can not; ma gader=can not; hisab=balance; hisaab=balance; tai=my; tay=my; arif=know; fi=have; gadi=finished; lost=missing; lose=missing; losing=missing; loses=missing; over paid=overpaid; dead line=deadline; pass word=password; pswrd=password; log in=login; up grade=upgrade; down grade=downgrade; on line=online; ma ender=no; ma indu=no; remaining=remain; removed=remove; mony=money; hapen=happen; happend=happen; ma shagal=not working; ma shaghal=not working; ma bishtagil=not working; 2 much=too much; mafi=mafi; ma fi=mafi; mafish=mafi; mafis=mafi; mamfi=mafi; mush=not; muş=not; mos=not; batii=slow; bati=slow; bati2=slow; batie=slow; baty=slow; battii=slow; sakit=nothing; gata=cut; gataa=cut; magtu=cut; magtua=cut; maktu=cut; maqtu=cut;
kharban=broken; karban=broken; kalas=finished; khalas=finished; halas=finished; bukra=tomorrow; bukura=tomorrow; nahar de=today; alyom=today; aleila=today; umbari=yesterday; ambari=yesterday; hasa=now; hassa=now;
kef=how; keif=how; kefe=how; kif=how; wen=when; weyn=where; mita=when; mata=when; le=le; lesh=why; leish=why; leesh=why; sunu=what; shunu=what; shino=what; ana=i; ita=you; itakum=you; inta=you; ayiz=want; aiz=want; awuz=want; deru=want; dayir=want;
gurus=gurush; guruus=gurush; guruush=gurush; grush=gurush; kaam=kam; adfa=pay; adfau=pay; dafa=pay; dafau=pay; idfa=pay; adfaa=pay; fatura=invoice; deyn=debt; den=debt; sukran=thanks; shukran=thanks; shukuran=thanks; asante=thanks;
salam=hello; salaam=hello; salamat=hello; aleikum=hello; alaikum=hello; marhaba=hello; jambo=hello; habari=hello; hy=hello; helo=hello; hallo=hello; hey=hello; hi=hello; hiya=hello; sup=hello; zol=person; zole=person; nar=fire; nari=fire; imekatika=cut; imezima=off; harami=thief; haramiya=thief; haramia=thief;
paid=pay; payed=pay; pays=pay; payments=pay; payment=pay; came=come; comes=come; coming=come; went=go; goes=go; going=go; gone=gone; fell=fall; fallen=fall; broke=break; broken=break; burnt=burn; burned=burn; burning=burn; stole=steal; stolen=steal; struck=strike;  sent=send;
spoilt=spoil; spoiled=spoil; eaten=eat; ate=eat; took=take; taken=take; thieves=thief; stuck=stuck; told=tell; gave=give; got=get; saw=see; seen=see; cutoff=cut off; cutof=cut off; cut of=cut off; disconected=disconnect; disconect=disconnect; disconnection=disconnect;
colour=color; bills=bill; billing=bill; billed=bill; invoices=invoice; charged=charge; charges=charge; upgrading=upgrade; packages=package; plans=plan; lights=light; blinking=blink; thru=through; tru=through; w8=wait; wk=week; yr=year; mnth=month; hr=hour; hrs=hour; min=minute; mins=minute; c=see; k=ok; okay=ok; oky=ok; kk=ok; okey=ok; fb=facebook; wa=whatsapp; watsapp=whatsapp; whatsap=whatsapp; yt=youtube; utube=youtube; vid=video; vids=video; dl=download; loc=location; addr=address; add=add; pkg=package; pckg=package; subs=subscription; sub=subscription; repay=pay; mngr=manager; rep=representative; custcare=customer care; cc=customer care; tho=though; nd=and; nite=night; abit=a bit; alot=a lot; sm1=someone; som1=someone; sme1=someone; any1=anyone; every1=everyone; no1=nobody; no one=nobody; 4rm=from; 4got=forgot; 4get=forget; gt=get; jst=just; wrk=work; wrking=working; wk=week; prblm=problem; prob=problem; probs=problem; issues=issue; ntn=nothing; nuthin=nothing; ryt=right; wen=when; whn=when; wr=where; wher=where; wich=which; hu=who; hvnt=have not; wuz=was; wan=want to; wanted=want; bin=been; pip=people; pipo=people; una=you; dnt=do not; tk=take; slw=slow; gd=good; mrng=morning; mornin=morning; evenin=evening; aft=afternoon; gm=morning; cud=could; ssd=pounds; ssp=pounds; usd=dollar; dollars=dollar; shillings=pounds; pound=pounds; janeh=pounds; jineh=pounds; wats app=whatsapp
`;

/** Words that mean the same to the intents. */
export const concepts: Record<string, string> = {
  net: 'internet net network connection wifi wireless signal service link hotspot',
  neg: 'not no never mafi without',
  works:
    'work function connect open load browse respond access start display surf stream shagal shaghal sagal',
  dead: 'down dead off offline missing stop disappear finished fail cut break vanish interrupted',
  app: 'page website site google facebook whatsapp youtube gmail email browser tiktok netflix zoom app everything anything video call game',
  device:
    'router modem dish antenna box ont onu device adapter adaptor charger equipment machine gadget receiver radio',
  wire: 'cable wire fiber cord wiring',
  money: 'money gurush cash amount fund dollar pounds',
  bill: 'bill invoice charge statement',
  owe: 'owe owing balance debt outstanding arrears unpaid pending',
  suspend: 'suspend block deactivate inactive disable cutoff lock suspension',
  slow: 'slow sluggish lag laggy buffer crawl snail delay freeze slowly slower slowness stuck',
  bad: 'bad poor terrible horrible awful worst pathetic low useless unacceptable',
  video: 'video youtube zoom netflix call movie stream game meeting film tiktok',
  package: 'package plan subscription bundle mbps tier',
  packageName: 'basic standard business enterprise flexible',
  person:
    'person human agent someone somebody manager supervisor operator representative boss director people',
  talk: 'talk speak call connect chat contact transfer reach phone ring pass',
  tech: 'technician guy team crew installer electrician worker men people staff officer',
  come: 'come visit arrive reach show send dispatch',
  damage:
    'break damage spoil faulty defective crack bent tear torn eat pull loose smash bitten chewed snap replace replacement cut',
  wifiName: 'password passcode ssid pin',
  other: 'neighbour everyone everybody others whole area town village street compound',
  time: 'when until long till deadline hour day',
  fix: 'fix repair solve resolve restore finish return back reconnect',
  details: 'phone telephone number email name contact owner detail mobile surname ownership',
  change: 'change update edit correct modify replace new switch changed',
  problem: 'problem issue trouble fault challenge difficulty',
  see: 'see receive get show reflect appear confirm check record post arrive enter update find',
  place:
    'house home office place location address apartment compound flat building gudele munuki jebel',
};

/** Words that are no misspelling of a word of the intents. */
export const commonWords = `
a about above actually after afternoon again against ago ahead all almost alone along already also always am an and another any anybody anymore anyone anything
around as ask at away baby bank be because become bed been before begin being believe below best better between blow both boy bring brother build busy but buy by
can car care case catch child children church city clean clear close cold color company cook cool could country course customer dad dance dark daughter dear did die different
do does dog done door dream dress drink drive during each early earth east easy eat eight eighteen eleven else end english enough even evening ever every exam eye face fact
family far fast father feel few fifty fight fill fine finger first five floor flow fly follow food foot for forget forgot form forty four free friday friend from front full
game garden girl give glad go god gold good great green group grow had half hand happen happy hard has have he head health hear heart heavy hello help her here high
him his hold hope horse hot how hundred hungry hurt husband i idea if in inside into is it its job join juba just keep kenya kid kind king know land large last late later
laugh lay learn least leave left less let letter life like list listen little live long look lot love low made main make man many march market may maybe me mean meet
middle might mine minute miss mom moment monday month moon more morning most mother move much music must my nairobi near need new next nice night nine nobody noon north nose nothing
now number of often oh oil ok old on once one only or other our out outside over own paper part party pass past pen people perhaps picture place play please plenty point poor
president price promise public put question quick quiet rain rather read ready real really red rest rice rich ride right river road room round run sad said same sand saturday say school
sea season second see seem sell send sense serious seven several shall she ship shop short should show side simple since sing sir sister sit six sky sleep small snow so some son song
soon sorry sound south speak spring stand star state stay step stone store story street strong student study such sudan summer sun sunday sure table take talk tall tea teach tell ten
than that the their them then there these they thing think third this those though thousand three through thursday time tired to today together told tomorrow tonight too
top touch town travel tree true try tuesday turn twelve twenty two uganda uncle under understand until up upon us use very wait walk wall want war warm was watch water way we weather wear
wednesday week well went were west wet what when where which while white who whole whose why wife will wind window winter wish with woman women wonder word world worry would write wrong
year yellow yes yesterday yet you young your yours lord pray exactly between shoe shoes slot shown knew snore blowing owner wed meal deal real steal bell ball bull fall feed seed net set get let bet met pet wet yet got lot hot not dot pot cash wash lash dash mash shot shop chop stop step ship chip
stock spoke subscribed sale sales agreed higher than longer late total step online collapse reverse says said remove removed clear cleared stolen bring extra age data line tuned same same still stays stay score capital football match news weather song movie recipe joke poem love marry girlfriend
`;
