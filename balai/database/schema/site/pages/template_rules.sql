create or replace function public.rules_template(wanted public.language) returns text
language sql immutable set search_path = '' as $$
  select case wanted
  when 'en' then '# House rules
[[check: This text is a template. Read each sentence, change what does not fit, then delete this line.]]
These rules hold wherever people write or meet at [[name: name of the place]].
## Be kind
- Talk to others as you would across the table: friendly, also when you disagree.
- No insults and no threats, and nothing against people because of their origin, language, religion, sex, age or health.
- Every language is welcome. Nobody has to apologise for mistakes.
## Protect others
- Share no addresses, phone numbers, papers or photos of other people without asking them.
- What a person tells about their health or family stays here.
- Report what looks like fraud, danger or pressure. In an emergency call [[emergency: emergency number]].
## Keep it useful
- No advertising, no selling on behalf of a company, no repeated messages.
- Write what you know, and say so when you are not sure. Advice here replaces no doctor and no lawyer.
## What happens when a rule is broken
Posts can be hidden, with the reason told to their author. After repeated or serious cases an account can be closed. If you think we were wrong, write to [[contact: email address or phone number]]; another person than before will look at it.'
  when 'zh' then '# 守则
[[check: 这是模板。请逐句阅读，改掉不合适的内容，然后删除这一行。]]
凡是在[[name: 场所名称]]发言或见面，都请遵守这些守则。
## 友善待人
- 像面对面坐着一样说话：就算意见不同，也要和气。
- 不辱骂、不威胁，不因别人的出身、语言、宗教、性别、年龄或健康状况而攻击别人。
- 任何语言都欢迎。写错了也不必道歉。
## 保护别人
- 没有问过本人，不要公开别人的地址、电话、证件或照片。
- 别人讲的健康和家庭情况，不要外传。
- 看到像诈骗、危险或胁迫的内容，请举报。紧急情况请拨打[[emergency: 紧急电话]]。
## 内容要有用
- 不打广告，不替公司推销，不重复发同样的内容。
- 写您知道的；不确定时请说明。这里的建议不能代替医生或律师。
## 违反守则怎么办
帖子可能会被隐藏，我们会把原因告诉作者。多次或严重违反时，账号可能被关闭。如果您认为我们处理错了，请联系[[contact: 邮箱或电话号码]]，会由另一个人重新查看。'
  when 'ms' then '# Peraturan
[[check: Ini ialah templat. Baca setiap ayat, ubah yang tidak sesuai, kemudian padam baris ini.]]
Peraturan ini terpakai di mana-mana orang menulis atau bertemu di [[name: nama tempat]].
## Bersikap baik
- Bercakaplah seperti duduk semeja: mesra, walaupun tidak sependapat.
- Tiada cacian atau ugutan, dan tiada serangan kerana asal usul, bahasa, agama, jantina, umur atau kesihatan.
- Semua bahasa dialu-alukan. Tidak perlu minta maaf kerana tersilap menulis.
## Lindungi orang lain
- Jangan kongsi alamat, nombor telefon, dokumen atau gambar orang lain tanpa bertanya dahulu.
- Apa yang diceritakan tentang kesihatan atau keluarga tidak dibawa keluar.
- Laporkan apa yang kelihatan seperti penipuan, bahaya atau paksaan. Dalam kecemasan, hubungi [[emergency: nombor kecemasan]].
## Biar berguna
- Tiada iklan, tiada jualan bagi pihak syarikat, tiada mesej berulang.
- Tulis apa yang anda tahu, dan katakan jika tidak pasti. Nasihat di sini bukan pengganti doktor atau peguam.
## Jika peraturan dilanggar
Kiriman boleh disembunyikan dan sebabnya diberitahu kepada penulis. Bagi kes berulang atau berat, akaun boleh ditutup. Jika anda rasa kami silap, hubungi [[contact: alamat e-mel atau nombor telefon]]; orang lain akan menyemaknya semula.'
  when 'vi' then '# Nội quy
[[check: Đây là bản mẫu. Hãy đọc từng câu, sửa những gì không phù hợp, rồi xoá dòng này.]]
Nội quy này áp dụng ở mọi nơi có người viết hoặc gặp nhau tại [[name: tên của nơi này]].
## Tử tế
- Nói với nhau như khi ngồi cùng bàn: thân thiện, cả khi không đồng ý.
- Không xúc phạm, không đe doạ, không công kích vì gốc gác, ngôn ngữ, tôn giáo, giới tính, tuổi tác hay sức khoẻ.
- Ngôn ngữ nào cũng được chào đón. Viết sai không cần xin lỗi.
## Bảo vệ người khác
- Không chia sẻ địa chỉ, số điện thoại, giấy tờ hay ảnh của người khác khi chưa hỏi họ.
- Chuyện sức khoẻ, gia đình mà người khác kể, xin đừng mang đi nơi khác.
- Hãy báo cáo những gì giống lừa đảo, nguy hiểm hoặc ép buộc. Khi khẩn cấp, hãy gọi [[emergency: số khẩn cấp]].
## Giữ nội dung có ích
- Không quảng cáo, không bán hàng thay cho công ty, không đăng lặp lại.
- Viết điều bạn biết, và nói rõ khi không chắc. Lời khuyên ở đây không thay được bác sĩ hay luật sư.
## Khi có người vi phạm
Bài đăng có thể bị ẩn, và tác giả được cho biết lý do. Nếu vi phạm nhiều lần hoặc nghiêm trọng, tài khoản có thể bị đóng. Nếu bạn thấy chúng tôi xử lý sai, hãy liên hệ [[contact: địa chỉ email hoặc số điện thoại]]; một người khác sẽ xem lại.'
  end
$$;
