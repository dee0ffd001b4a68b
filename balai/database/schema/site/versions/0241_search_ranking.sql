-- Ranking by words: the words of a query with their conditions, function words, and the rules' version of an entry.
drop function if exists search.best_matches(
  text, public.language, text[], public.language, integer, timestamptz, uuid, integer);
drop function if exists search.near_matches(text, text[], public.language, integer);
drop function if exists search.matches(
  text, public.language, text[], public.language, integer, timestamptz, uuid, integer);
drop function if exists search.excerpt(text, search.query_term[], text[], integer, integer);
drop function if exists search.first_place(text, search.query_term[], text[]);
drop function if exists search.marked(text, search.query_term[], text[]);
drop function if exists search.rings(text);
drop function if exists search.in_pieces(text[]);
drop function if exists search.stem_names(text);
drop function if exists search.query_terms(text);
drop function if exists search.terms(text, text);
drop type search.match;
drop type search.query_term;

-- A word of a query. The conditions are tried from the first to the last; the first that holds gives the score.
create type search.query_word as (
  label text,
  unspaced boolean,
  -- Its share of the score. Pairs of words add to the score only.
  weight real,
  is_required boolean,
  -- As written: 1. In another form (another script, a stem, without diacritics): `form_score`.
  exact tsquery,
  form tsquery,
  form_score real,
  -- The beginning or the inside of another word, or with other diacritics.
  weak tsquery,
  weak_score real,
  -- A part of the word, or characters of two words: 0.2.
  near tsquery,
  titled tsquery
);

create type search.match as (
  kind text, item_id uuid, language public.language, title text, body text, ring integer, score integer, at timestamptz,
  cursor text
);

-- Words that carry no topic: a query finds texts without them. In the form of search.words, with spaces.
create table search.stop_words (
  language public.language not null,
  phrase text not null,
  primary key (phrase, language)
);
alter table search.stop_words enable row level security;

-- The version of the rules (search.rules_version) by which the entry was written.
alter table search.entries add column rules integer not null default 0;
create index entries_rules on search.entries (rules);

insert into search.stop_words (language, phrase)
select distinct words.language, (
  select string_agg(coalesce(v.plain, c), '' order by n)
  from string_to_table(lower(normalize(phrase, nfkd)), null) with ordinality as s(c, n)
  left join search.han_variants v on v.variant = s.c)
from (
  -- Chinese: questions, pronouns, particles, verbs of wish.
  select 'zh'::public.language, string_to_table(
    '的 了 着 过 吗 呢 吧 啊 呀 嘛 么 得 地 之 们 我 你 您 他 她 它 我们 你们 他们 她们 咱们 大家 自己 谁 哪 哪里 哪儿 那里 那儿 这里 这儿 '
    '在哪 在哪里 什么 甚么 什么样 什么时候 时候 怎么 怎么办 怎样 怎么样 怎 样 如何 为什么 为何 多少 多久 多大 几 几时 几点 几点钟 何时 何处 '
    '是 不是 是不是 是否 有 没有 有没有 没 不 别 可 可以 能 能不能 能够 会 不会 会不会 要 不要 要不要 想 想要 需要 需 须 应该 应当 该 得 '
    '请 请问 问 问一下 知道 一下 一个 一些 一点 这 那 这个 那个 这些 那些 这样 那样 哪些 哪个 哪家 每 各 个 些 只 都 也 还 还有 就 才 又 再 '
    '很 太 更 最 真 好 在 到 从 向 往 对 对于 关于 给 为 为了 和 与 及 以及 或 或者 而 但 但是 因为 所以 如果 若 把 被 让 使 由 于 以 用 '
    '去 来 做 办 办法 找 附近 有人 有谁 推荐 介绍 告诉 后 前 时 里 上 下 中 内 外 吧 哦 嗯 呗 啦 哈 嘅 咗 係 喺 唔 佢 边度 点样 几多', ' ')
  union all
  -- Vietnamese, with diacritics; phrases and some single words also without.
  select 'vi', v.phrase
  from string_to_table(
    'là|và|của|có|không|thì|mà|ở|tại|từ|đến|với|để|khi|nếu|như|cũng|đã|đang|sẽ|được|bị|do|vì|nên|rồi|chưa|nào|gì|sao|đâu|ai|mấy|'
    'bao nhiêu|bao lâu|bao giờ|khi nào|lúc nào|ở đâu|chỗ nào|nơi nào|thế nào|như thế nào|làm sao|làm thế nào|làm gì|phải làm gì|'
    'phải làm sao|thì sao|tại sao|vì sao|có phải|có không|được không|có ai|ai biết|cho hỏi|xin hỏi|cho mình hỏi|giúp mình|mấy giờ|'
    'những gì|cần gì|gần đây|gần đó|tôi|mình|em|anh|chị|bạn|chúng tôi|chúng ta|mọi người|ai đó|cái|những|các|một|này|đó|kia|ấy|đây|'
    'phải|cần|muốn|nên|hãy|xin|nhé|ạ|à|vậy|thế|rất|quá|lắm|hơn|nhất|vào|ra|lên|trong|ngoài|trên|dưới|về|hay|hoặc|nhưng|vẫn|con tôi|của tôi|làm|đi|tìm', '|') as p
  cross join lateral (values (p), (case when p like '% %' or p in ('là', 'và', 'của', 'thì', 'không', 'được', 'những', 'như', 'ở', 'gì', 'nào', 'đâu', 'tôi', 'của', 'với', 'để', 'khi', 'nếu', 'đã', 'có')
    then translate(regexp_replace(lower(normalize(p, nfkd)), '[\u0300-\u036f]', '', 'g'), 'đ', 'd') end)) as v(phrase)
  union all
  -- Malay.
  select 'ms', string_to_table(
    'yang|dan|di|ke|dari|daripada|untuk|pada|dengan|dalam|oleh|atau|jika|kalau|ialah|adalah|itu|ini|tu|ni|saya|aku|kami|kita|anda|awak|'
    'dia|mereka|nak|mahu|hendak|ingin|boleh|bolehkah|adakah|ada|tak|tidak|bukan|apa|apakah|apa itu|bila|bilakah|mana|manakah|siapa|'
    'siapakah|kenapa|mengapa|macam|macam mana|bagaimana|bagaimanakah|berapa|berapakah|pukul berapa|cara|perlu|patut|harus|mesti|sudah|'
    'telah|sedang|akan|belum|lagi|juga|sahaja|saja|ya|kah|lah|tolong|sila|minta|nanti|dekat|berdekatan|sini|situ|tahu|jadi|sebelum|selepas|belajar|baik|bagus|cari|mencari|buat|dibuat|membuat|lakukan|dilakukan|kena', '|')
  union all
  -- English, beyond the stop words of its stemmer.
  select 'en', string_to_table(
    'please|want|need|anyone|anybody|somebody|someone|could|would|should|must|may|might|shall|get|got|find|look|looking|know|near|'
    'nearby|around|also|become|use|using|way|like|learn|learning|teach|good|best|t|s|m|d|ll|re|ve|won|don|hi|hello|thanks|tell|help me|is there|are there', '|')
) words(language, phrase)
where phrase is not null;

-- A text that may be returned, before it is ranked.
create type search.candidate as (
  kind text, item_id uuid, language public.language, ring integer, at timestamptz, terms tsvector
);

-- berenang is be- and renang.
update search.malay_prefixes set followed_by = 'kstr' where prefix = 'be' and restores = '';
