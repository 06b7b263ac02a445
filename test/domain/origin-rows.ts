/** Cases for sources and channels: the query of the page | the referrer | the source | the channel. */
export const ORIGIN_ROWS = `
 | | | Direct
 | https://example.com/other | | Direct
 | https://www.example.com/ | | Direct
 | not a url | | Direct
 | about:blank | | Direct
 | file:///home/a.html | | Direct
a=1&b=2 | | | Direct
utm_campaign=spring | | | Direct
utm_source=&utm_medium= | | | Direct
utm_source=%20%20 | | | Direct
utm_source=(direct)&utm_medium=(none) | | | Direct
utm_source=direct | https://news.ycombinator.com/ | Hacker News | Organic Social
utm_medium=(not%20set) | | | Direct
 | https://blog.example.org/a | blog.example.org | Referral
 | http://localhost:3000/ | localhost | Referral
 | http://203.0.113.9/ | 203.0.113.9 | Referral
 | https://www.google.com/ | Google | Organic Search
 | https://google.de/ | Google | Organic Search
 | https://www.google.co.uk/search?q=a | Google | Organic Search
 | https://www.google.com.br/ | Google | Organic Search
 | https://www.google.cat/ | Google | Organic Search
 | https://images.google.fr/ | Google | Organic Search
 | https://docs.google.com/document | Google Docs | Referral
 | https://mail.google.com/mail/u/0/ | Gmail | Email
 | https://gemini.google.com/app | Gemini | AI Assistants
 | https://news.google.com/ | Google News | Organic Search
 | https://maps.google.com/ | Google Maps | Referral
 | https://sites.google.com/view/x | sites.google.com | Referral
 | https://google.evil.example/ | google.evil.example | Referral
 | https://notgoogle.com/ | notgoogle.com | Referral
 | android-app://com.google.android.googlequicksearchbox/ | Google | Organic Search
 | android-app://com.google.android.gm/ | Gmail | Email
 | android-app://com.Slack/ | Slack | Organic Social
 | android-app://org.telegram.messenger/ | Telegram | Organic Social
 | android-app://com.example.Unknown/ | com.example.Unknown | Referral
 | https://www.bing.com/ | Bing | Organic Search
 | https://cn.bing.com/search | Bing | Organic Search
 | https://duckduckgo.com/ | DuckDuckGo | Organic Search
 | https://html.duckduckgo.com/ | DuckDuckGo | Organic Search
 | https://www.ecosia.org/ | Ecosia | Organic Search
 | https://web.gougou.com/ | Baidu | Organic Search
 | https://www.picsearch.com/ | Picsearch | Organic Search
 | https://www.gree.jp/ | gree | Organic Social
utm_source=orange&utm_medium=cpc | | orange | Paid Other
 | https://search.brave.com/ | Brave Search | Organic Search
 | https://www.startpage.com/ | Startpage | Organic Search
 | https://kagi.com/ | Kagi | Organic Search
 | https://yandex.ru/ | Yandex | Organic Search
 | https://yandex.com.tr/ | Yandex | Organic Search
 | https://mail.yandex.ru/ | Yandex Mail | Email
 | https://www.baidu.com/ | Baidu | Organic Search
 | https://tieba.baidu.com/ | Baidu Tieba | Organic Social
 | https://yiyan.baidu.com/ | Baidu AI | AI Assistants
 | https://de.search.yahoo.com/ | Yahoo | Organic Search
 | https://mail.yahoo.com/ | Yahoo Mail | Email
 | https://news.yahoo.com/ | Yahoo News | Referral
 | https://search.naver.com/ | Naver | Organic Search
 | https://blog.naver.com/ | Naver Blog | Organic Social
 | https://search.seznam.cz/ | Seznam | Organic Search
 | https://www.msn.com/ | MSN | Organic Search
 | https://www.facebook.com/ | Facebook | Organic Social
 | https://l.facebook.com/l.php | Facebook | Organic Social
 | https://m.facebook.com/ | Facebook | Organic Social
 | https://l.instagram.com/ | Instagram | Organic Social
 | https://t.co/abc | X | Organic Social
 | https://x.com/a/status/1 | X | Organic Social
 | https://twitter.com/a | X | Organic Social
 | https://www.linkedin.com/feed | LinkedIn | Organic Social
 | https://lnkd.in/abc | LinkedIn | Organic Social
 | https://old.reddit.com/r/a | Reddit | Organic Social
 | https://out.reddit.com/ | Reddit | Organic Social
 | https://www.pinterest.co.uk/ | Pinterest | Organic Social
 | https://news.ycombinator.com/item?id=1 | Hacker News | Organic Social
 | https://lobste.rs/ | Lobsters | Organic Social
 | https://bsky.app/ | Bluesky | Organic Social
 | https://mastodon.social/@a | Mastodon | Organic Social
 | https://github.com/a/b | GitHub | Organic Social
 | https://stackoverflow.com/q/1 | Stack Overflow | Organic Social
 | https://web.telegram.org/ | Telegram | Organic Social
 | https://t.me/a | Telegram | Organic Social
 | https://vk.com/ | VK | Organic Social
 | https://my.mail.ru/ | My World | Organic Social
 | https://e.mail.ru/ | Mail.ru | Email
 | https://weibo.com/ | Weibo | Organic Social
 | https://www.youtube.com/watch | YouTube | Organic Video
 | https://youtu.be/a | YouTube | Organic Video
 | https://vimeo.com/1 | Vimeo | Organic Video
 | https://www.twitch.tv/a | Twitch | Organic Video
 | https://www.bilibili.com/ | Bilibili | Organic Video
 | https://v.qq.com/ | Tencent Video | Organic Video
 | https://mail.qq.com/ | QQ Mail | Email
 | https://www.tiktok.com/@a | TikTok | Organic Social
 | https://www.amazon.de/dp/1 | Amazon | Organic Shopping
 | https://www.amazon.co.jp/ | Amazon | Organic Shopping
 | https://console.aws.amazon.com/ | AWS | Referral
 | https://www.ebay.com/itm/1 | eBay | Organic Shopping
 | https://www.etsy.com/ | Etsy | Organic Shopping
 | https://shopping.google.com/ | Google Shopping | Organic Shopping
 | https://www.idealo.de/ | idealo | Organic Shopping
 | https://chatgpt.com/ | ChatGPT | AI Assistants
 | https://chat.openai.com/ | ChatGPT | AI Assistants
 | https://claude.ai/chat | Claude | AI Assistants
 | https://www.perplexity.ai/ | Perplexity | AI Assistants
 | https://copilot.microsoft.com/ | Copilot | AI Assistants
 | https://grok.com/ | Grok | AI Assistants
 | https://chat.deepseek.com/ | DeepSeek | AI Assistants
 | https://chat.mistral.ai/ | Le Chat | AI Assistants
 | https://duck.ai/ | Duck.ai | AI Assistants
 | https://outlook.live.com/ | Outlook | Email
 | https://eur01.safelinks.protection.outlook.com/ | Outlook | Email
 | https://app.us1.list-manage.com/ | Mailchimp | Email
 | https://en.wikipedia.org/wiki/A | Wikipedia | Referral
 | https://googleads.g.doubleclick.net/ | Google Display Network | Display
utm_source=chatgpt.com | | ChatGPT | AI Assistants
utm_source=chatgpt.com | https://www.google.com/ | ChatGPT | AI Assistants
utm_source=perplexity | | Perplexity | AI Assistants
utm_source=fb | | Facebook | Organic Social
utm_source=FB | | Facebook | Organic Social
utm_source=facebook.com | | Facebook | Organic Social
utm_source=m.facebook.com | | Facebook | Organic Social
utm_source=ig | | Instagram | Organic Social
utm_source=insta&utm_medium=story | | Instagram | Organic Social
utm_source=twitter | | X | Organic Social
utm_source=t.co | | X | Organic Social
utm_source=hn | | Hacker News | Organic Social
utm_source=hacker_news | | Hacker News | Organic Social
utm_source=Hacker+News | | Hacker News | Organic Social
utm_source=threads | | Threads | Organic Social
utm_source=google | | Google | Organic Search
utm_source=Google&utm_medium=organic | | Google | Organic Search
utm_source=google.com | | Google | Organic Search
utm_source=www.google.com | | Google | Organic Search
utm_source=ddg | | DuckDuckGo | Organic Search
utm_source=yt | | YouTube | Organic Video
utm_source=youtube&utm_medium=social | | YouTube | Organic Social
utm_source=partner.example | | partner.example | Referral
utm_source=Partner+A&utm_medium=referral | | Partner A | Referral
utm_source=partner | https://www.google.com/ | partner | Referral
utm_source=google&utm_medium=cpc | | Google | Paid Search
utm_source=google&utm_medium=CPC | | Google | Paid Search
utm_source=google&utm_medium=ppc | | Google | Paid Search
utm_source=google&utm_medium=cpm | | Google | Paid Search
utm_source=google-ads | | Google | Paid Search
utm_source=adwords | | Google | Paid Search
utm_source=bing&utm_medium=paid-search | | Bing | Paid Search
utm_source=duckduckgo&utm_medium=paid | | DuckDuckGo | Paid Search
utm_medium=cpc | https://www.google.com/ | Google | Paid Search
utm_source=facebook&utm_medium=cpc | | Facebook | Paid Social
utm_source=facebook-ads | | Facebook | Paid Social
utm_source=fb_ads&utm_medium=anything | | Facebook | Paid Social
utm_source=igads | | Instagram | Paid Social
utm_source=linkedin&utm_medium=paid_social | | LinkedIn | Paid Social
utm_source=linkedin&utm_medium=paidsocial | | LinkedIn | Paid Social
utm_source=reddit&utm_medium=retargeting | | Reddit | Paid Social
utm_source=youtube&utm_medium=cpv | | YouTube | Paid Video
utm_source=youtube&utm_medium=cpc | | YouTube | Paid Video
utm_source=vimeo&utm_medium=paid | | Vimeo | Paid Video
utm_source=amazon&utm_medium=cpc | | Amazon | Paid Shopping
utm_source=google&utm_medium=cpc&utm_campaign=shopping | | Google | Paid Shopping
utm_source=google&utm_medium=cpc&utm_campaign=de-shop-1 | | Google | Paid Shopping
utm_source=google&utm_medium=cpc&utm_campaign=workshop | | Google | Paid Search
utm_source=google&utm_medium=cpc&utm_campaign=eshop | | Google | Paid Shopping
utm_campaign=Shop+sale | | | Organic Shopping
utm_source=letter&utm_campaign=shopping-week | | letter | Organic Shopping
utm_source=google&utm_medium=cpc&utm_campaign=Cross-Network | | Google | Cross-network
utm_source=chatgpt&utm_medium=cpc | | ChatGPT | Paid Other
utm_source=blog&utm_medium=cpc | | blog | Paid Other
utm_medium=paid | | | Paid Other
utm_source=times&utm_medium=display | | times | Display
utm_source=times&utm_medium=banner | | times | Display
utm_source=times&utm_medium=Interstitial | | times | Display
utm_source=times&utm_medium=cpm | | times | Display
utm_medium=expandable | | | Display
utm_source=podcasts&utm_medium=podcast | | podcasts | Referral
utm_medium=podcast | | | Unassigned
utm_medium=print | | | Unassigned
utm_source=flyer&utm_medium=print | | flyer | Referral
utm_medium=qr | | | Unassigned
utm_medium=audio&utm_source=radio | | radio | Audio
utm_source=app&utm_medium=push | | app | Mobile Push
utm_medium=web_push | | | Mobile Push
utm_source=x-app&utm_medium=mobile-notification | | x-app | Mobile Push
utm_source=firebase | | firebase | Mobile Push
utm_source=twilio&utm_medium=sms | | twilio | SMS
utm_source=sms | | sms | SMS
utm_source=anna&utm_medium=affiliate | | anna | Affiliates
utm_source=anna&utm_medium=affiliates | | anna | Affiliates
utm_source=letter&utm_medium=email | | letter | Email
utm_source=letter&utm_medium=E-Mail | | letter | Email
utm_source=letter&utm_medium=e+mail | | letter | Email
utm_source=newsletter | | newsletter | Email
utm_source=email | | email | Email
utm_source=mailchimp&utm_medium=email | | Mailchimp | Email
utm_medium=email | https://mail.google.com/ | Gmail | Email
utm_medium=email | https://www.google.com/ | Google | Organic Search
utm_source=partner&utm_medium=social | | partner | Organic Social
utm_medium=social-media | | | Organic Social
utm_medium=sm | | | Organic Social
utm_source=clip&utm_medium=video | | clip | Organic Video
utm_medium=organic | | | Organic Search
utm_medium=referral | | | Referral
utm_medium=link | | | Referral
utm_medium=app | | | Referral
gclid=abc | | Google | Paid Search
gclid=abc | https://www.google.com/ | Google | Paid Search
%67clid=abc | | Google | Paid Search
gclid | | Google | Paid Search
gbraid=abc | https://www.google.de/ | Google | Paid Search
wbraid=abc | | Google | Paid Search
gclid=abc | https://www.bing.com/ | Bing | Organic Search
gclid=abc | https://t.co/a | X | Organic Social
gclid=abc | https://example.com/ | Google | Paid Search
gclid=abc&utm_source=letter | | letter | Referral
msclkid=abc | | Bing | Paid Search
msclkid=abc | https://www.bing.com/ | Bing | Paid Search
msclkid=abc&utm_source=bing | | Bing | Paid Search
msclkid=abc | https://www.google.com/ | Google | Organic Search
dclid=abc | | Google Display Network | Display
fbclid=abc | | Facebook | Organic Social
fbclid=abc | https://l.instagram.com/ | Instagram | Organic Social
fbclid=abc&utm_source=fb&utm_medium=cpc | | Facebook | Paid Social
igshid=abc | | Instagram | Organic Social
ttclid=abc | | TikTok | Organic Social
twclid=abc | | X | Organic Social
li_fat_id=abc | | LinkedIn | Organic Social
yclid=abc | | Yandex | Organic Search
mc_eid=abc | | Mailchimp | Email
notgclid=abc | | | Direct
utm_campaign=gclid | | | Direct
`;
