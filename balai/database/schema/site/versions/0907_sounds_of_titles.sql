-- Titles in Chinese characters are found by their pinyin and its initials (search/sounds.sql). Existing entries are written
-- again by the job search_index, because search.rules_version() rises.

-- How a character is read, without tones; ü is v. From public.pinyin(), whose readings are those of family names.
create table search.han_readings (
  character text primary key,
  reading text not null,
  -- Some hundred frequent characters are read in several ways.
  others text[] not null default '{}'
);
alter table search.han_readings enable row level security;

insert into search.han_readings (character, reading)
select c, m.parts[1]
from regexp_matches(public.pinyin(), '([a-z]+)([^a-z]+)', 'g') as m(parts), string_to_table(m.parts[2], null) as c
on conflict do nothing;

update search.han_readings as r set reading = said.readings[1], others = said.readings[2:]
from (
  select c, regexp_split_to_array(split_part(entry, ':', 2), ' ') as readings
  from string_to_table(
    '行:xing hang|重:zhong chong|长長:chang zhang|乐樂:le yue|都:du dou|了:le liao|会會:hui kuai|还還:hai huan|大:da dai|'
    '地:di de|得:de dei|曾:ceng zeng|单單:dan shan chan|朝:chao zhao|传傳:chuan zhuan|弹彈:tan dan|调調:diao tiao|'
    '降:jiang xiang|角:jiao jue|觉覺:jue jiao|率:lv shuai|便:bian pian|藏:cang zang|参參:can shen cen|差:cha chai ci|'
    '厦廈:sha xia|种種:zhong chong|解:jie xie|查:cha zha|区區:qu ou|仇:chou qiu|朴:pu piao|覃:tan qin|翟:zhai di|宿:su xiu|'
    '提:ti di|系:xi ji|校:xiao jiao|血:xue xie|着:zhe zhao zhuo|给給:gei ji|合:he ge|模:mo mu|省:sheng xing|说說:shuo shui|'
    '咖:ka ga|巷:xiang hang|柏:bai bo|秘:mi bi|车車:che ju|石:shi dan|熟:shu shou|薄:bo bao|剥:bo bao|露:lu lou|绿綠:lv lu|'
    '落:luo la lao|没沒:mei mo|埋:mai man|脉:mai mo|泊:bo po|暴:bao pu|堡:bao pu bu|仔:zi zai|什:shen shi|识識:shi zhi|'
    '似:si shi|属屬:shu zhu|数數:shu shuo|弄:nong long|尿:niao sui|奇:qi ji|茄:qie jia|塞:sai se|折:zhe she|拓:tuo ta|'
    '吓嚇:xia he|咽:yan ye|钥鑰:yao yue|粘:nian zhan|爪:zhua zhao|和:he huo hu|圈:quan juan|卡:ka qia|壳殼:ke qiao|'
    '龟龜:gui jun qiu|伽:jia qie ga|劲勁:jin jing|嚼:jiao jue|杉:shan sha|臭:chou xiu|畜:chu xu|度:du duo|恶惡:e wu|否:fou pi|'
    '佛:fo fu|阿:a e|扒:ba pa|膀:bang pang|磅:bang pang|伯:bo bai|匙:chi shi|番:fan pan|姥:lao mu|俩倆:lia liang|呢:ne ni|'
    '刨:bao pao|屏:ping bing|纤纖:xian qian|色:se shai|盛:sheng cheng|尾:wei yi|尉:wei yu|削:xiao xue|遗遺:yi wei|扎:zha za|'
    '著:zhu zhuo zhe|六:liu lu|拗:ao niu',
    '|') as entry, string_to_table(split_part(entry, ':', 1), null) as c
) as said
where r.character = said.c;

-- It gets one more argument.
drop function if exists search.candidates(
  tsquery, tsquery, integer, public.language, text[], public.language, timestamptz, uuid, integer);
