import { expect, test } from "vitest";
import { addressOutside, findInAppBrowser } from "./inAppBrowser";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; SM-A155F Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko)";
const CHROME = "Version/4.0 Chrome/129.0.6668.100 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

// Twelve recorded user agents of browsers inside apps.
test.each([
  ["Facebook", ["google"], `${ANDROID} ${CHROME} [FB_IAB/FB4A;FBAV/484.0.0.63.83;]`],
  ["Facebook", ["google"], `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/463.1.0.27.106;FBDV/iPhone14,5;FBLC/vi_VN]`],
  ["Messenger", ["google"], `${ANDROID} ${CHROME} [FB_IAB/Orca-Android;FBAV/477.0.0.38.109;]`],
  [
    "Instagram",
    ["google"],
    `${IPHONE} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5_1; zh_CN; scale=3.00)`,
  ],
  ["LINE", ["google", "facebook"], `${ANDROID} ${CHROME} Line/14.14.0/IAB`],
  ["LINE", ["google"], `${IPHONE} Mobile/15E148 Safari Line/14.9.0`],
  [
    "WeChat",
    ["google", "facebook"],
    `${ANDROID} ${CHROME} XWEB/1290163 MMWEBSDK/20240802 MicroMessenger/8.0.53.2740(0x28003533) NetType/WIFI Language/zh_CN ABI/arm64`,
  ],
  ["Zalo", ["google", "facebook"], `${ANDROID} ${CHROME} Zalo android/24091713 ZaloTheme/light ZaloLanguage/vi`],
  [
    "TikTok",
    ["google"],
    `${IPHONE} Mobile/15E148 musical_ly_36.2.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
  ],
  ["KakaoTalk", ["google", "facebook"], `${ANDROID} ${CHROME} KAKAOTALK/10.9.5 (INAPP)`],
  ["", ["google", "facebook"], `${ANDROID} ${CHROME}`],
  ["", ["google"], `${IPHONE} Mobile/15E148`],
])("inside %s %j cannot be used", (app, blocked, userAgent) => {
  expect(findInAppBrowser(userAgent)).toMatchObject({ app, blocked });
});

test.each([
  `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
  `${IPHONE} CriOS/129.0.6668.69 Mobile/15E148 Safari/604.1`,
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0",
])("%s is a browser of its own", (userAgent) => expect(findInAppBrowser(userAgent)).toBeNull());

test.each([
  ["Line/14.14.0/IAB", "https://hall.example/vi/signin?next=%2Fa&openExternalBrowser=1"],
  [`${ANDROID} ${CHROME}`, "intent://hall.example/vi/signin?next=%2Fa#Intent;scheme=https;end"],
  [`${IPHONE} Mobile/15E148`, null],
  [`${ANDROID} ${CHROME} MicroMessenger/8.0.53`, null],
])("from %s one gets out by %s", (userAgent, address) => {
  const browser = findInAppBrowser(userAgent);
  expect(browser && addressOutside(browser, "https://hall.example/vi/signin?next=%2Fa")).toBe(address);
});
