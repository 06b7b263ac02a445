/**
 * Hosts that are sent as referrers only to be looked up; a host stands for its subdomains, too. It is the list
 * of https://github.com/matomo-org/referrer-spam-list (public domain) as of 2015-09-16, from lib/piwik.spam.json of the npm
 * package express-spam-referral-blocker 1.2.1 (SHA-256 2fdede4d2f19b7b40f43da01d76e5601b18060eb07ea80eebde22f4f7bcf48db),
 * with international names in ASCII.
 */
const SPAM_REFERRERS = new Set(
  `
  0n-line.tv 100dollars-seo.com 12masterov.com 1pamm.ru 4webmasters.org 5forex.ru 7makemoneyonline.com acads.net
  adcash.com adspart.com adventureparkcostarica.com adviceforum.info affordablewebsitesandmobileapps.com afora.ru
  akuhni.by allknow.info allnews.md allwomen.info alpharma.net altermix.ua amt-k.ru anal-acrobats.hol.es anapa-inns.ru
  android-style.com anticrawler.org arendakvartir.kz arkkivoltti.net artparquet.ru aruplighting.com
  autovideobroadcast.com aviva-limoux.com azartclub.org baixar-musicas-gratis.com baladur.ru balitouroffice.com
  bard-real.com.ua best-seo-offer.com best-seo-solution.com bestmobilityscooterstoday.com bestwebsitesawards.com
  bif-ru.info biglistofwebsites.com billiard-classic.com.ua bizru.info blackhatworth.com blue-square.biz bluerobot.info
  bmw.afora.ru brakehawk.com break-the-chains.com brk-rti.ru brothers-smaller.ru budmavtomatika.com.ua
  buttons-for-website.com buttons-for-your-website.com buy-cheap-online.info buy-forum.ru cardiosport.com.ua
  cartechnic.ru cenokos.ru cenoval.ru cezartabac.ro chinese-amezon.com ci.ua cityadspix.com civilwartheater.com
  coderstate.com codysbbq.com conciergegroup.org connectikastudio.com cubook.supernew.org customsua.com.ua dailyrank.net
  darodar.com delfin-aqua.com.ua demenageur.com descargar-musica-gratis.net detskie-konstruktory.ru dipstar.org
  djekxa.ru dojki-hd.com domination.ml doska-vsem.ru dostavka-v-krym.com drupa.com dvr.biz.ua e-buyeasy.com
  e-kwiaciarz.pl ecomp3.ru econom.co edakgfvwql.ru egovaleo.it ekto.ee elmifarhangi.com erot.co escort-russian.com
  este-line.com.ua euromasterclass.ru europages.com.ru eurosamodelki.ru event-tracking.com fbdownloader.com
  floating-share-buttons.com forex-procto.ru forsex.info forum20.smailik.org forum69.info free-floating-buttons.com
  free-share-buttons.com free-social-buttons.com freewhatsappload.com fsalas.com generalporn.org germes-trans.com
  get-free-social-traffic.com get-free-traffic-now.com ghazel.ru girlporn.ru gkvector.ru glavprofit.ru gobongo.info
  goodprotein.ru googlsucks.com guardlink.org handicapvantoday.com hongfanji.com howopen.ru howtostopreferralspam.eu
  hulfingtonpost.com humanorightswatch.org hundejo.com hvd-store.com ico.re igru-xbox.net iloveitaly.ro iloveitaly.ru
  ilovevitaly.co ilovevitaly.com ilovevitaly.info ilovevitaly.org ilovevitaly.ru iminent.com imperiafilm.ru
  investpamm.ru iskalko.ru ispaniya-costa-blanca.ru it-max.com.ua jjbabskoe.ru kabbalah-red-bracelets.com kambasoft.com
  kazrent.com kino-fun.ru kino-key.info kinopolet.net knigonosha.net konkursov.net laxdrills.com littleberry.ru
  livefixer.com luxup.ru makemoneyonline.com manualterap.roleforum.ru maridan.com.ua masterseek.com mebelcomplekt.ru
  mebeldekor.com.ua med-zdorovie.com.ua minegam.com mini.7zap.com mirobuvi.com.ua mirtorrent.net mobilemedia.md
  moyakuhnia.ru msk.afora.ru muscle-factory.com.ua myftpupload.com niki-mlt.ru novosti-hi-tech.ru o-o-6-o-o.com
  o-o-6-o-o.ru o-o-8-o-o.ru online-hit.info onlywoman.org ooo-olni.ru ozas.net palvira.com.ua petrovka-online.com
  photokitchendesign.com pornhub-forum.ga pornhub-forum.uni.me pornhub-ru.com pornoforadult.com portnoff.od.ua
  pozdravleniya-c.ru priceg.com pricheski-video.com producm.ru prodvigator.ua prointer.net.ua promoforum.ru psa48.ru
  qwesa.ru ranksonic.info ranksonic.org rapidgator-porn.ga rcb101.ru research.ifmo.ru resellerclub.com reversing.cc
  rightenergysolutions.com.au rospromtest.ru sady-urala.ru sanjosestartups.com savetubevideo.com screentoolkit.com
  search-error.com semalt.com semaltmedia.com seo-smm.kz seoanalyses.com seoexperimenty.ru seopub.net sexyali.com
  sexyteens.hol.es sharebutton.net sharebutton.to shop.xz618.com sibecoprom.ru simple-share-buttons.com siteripz.net
  sledstvie-veli.net slftsdybbg.ru slkrm.ru soaksoak.ru social-buttons.com socialseet.ru sohoindia.net solnplast.ru
  sosdepotdebilan.com spb.afora.ru spravka130.ru steame.ru success-seo.com superiends.org taihouse.ru tattooha.com
  tedxrj.com theguardlan.com tomck.com toyota.7zap.com traffic2money.com trafficmonetize.org trafficmonetizer.org
  trion.od.ua uasb.ru uzungil.com video--production.com video-woman.com videos-for-your-business.com viel.su
  viktoria-center.ru vodaodessa.com vodkoved.ru webmaster-traffic.com webmonetizer.net websites-reviews.com websocial.me
  wmasterlead.com xn----7sbho2agebbhlivy.xn--p1ai xn----8sbhefaln6acifdaon5c6f4axh.xn--p1ai
  xn--80aaygkdefq0n.xn--80aanaardaperhcem4a6i.com xn--80adaggc5bdhlfamsfdij4p7b.xn--p1ai xn--80adgcaax6acohn6r.xn--p1ai
  xn--90acenikpebbdd4f6d.xn--p1ai ykecwqlixx.ru youporn-forum.ga youporn-forum.uni.me youporn-ru.com zastroyka.org
`
    .trim()
    .split(/\s+/),
);

/** Returns whether a folded host, or one that it is a subdomain of, is known for sending false referrers. */
export function isSpamReferrer(host: string): boolean {
  for (let from = 0; from >= 0; from = host.indexOf('.', from) + 1 || -1)
    if (SPAM_REFERRERS.has(host.slice(from))) return true;
  return false;
}
