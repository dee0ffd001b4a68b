create or replace function public.privacy_template(wanted public.language) returns text
language sql immutable set search_path = '' as $$
  select case wanted
  when 'en' then '# Privacy
[[check: This text is a template. Have it checked by a person who knows the law of your country, then delete this line.]]
This page says which data about you [[name: name of the place]] stores, what for, for how long, and what you can do about it. Responsible is [[contact: name, street address and email address of the responsible person or association]].
## What we store
- Your account: the name that you show, your email address or phone number, your language and time zone, and an encrypted password if you have one.
- What you write: posts, replies, messages to us, your picture and the text on your profile.
- Your bookings: service, time, number of people, and your note.
- Your sign-ins: time, browser and network address, so that you can see whether another person uses your account.
- That you agreed to a page like this one: which version, in which language, and when.
Pages that are read are only counted. The counts hold no names and no addresses.
## What for
We use these data to run this site: to show what you write, to keep your booking, to send the emails that you expect, and to protect the site against misuse. We do not sell data, we show no advertising, and no page loads anything from other companies.
## Who sees what
- Everyone sees your name, your picture, your profile text and what you post.
- Your bookings are seen by you, by the people who offer the service and by the administrators.
- Your email address or phone number is seen by the administrators alone.
- The technical operation is done by [[host: name and country of the company that runs the server, or "ourselves"]].
## Cookies
One cookie keeps you signed in. It is needed for that and used for nothing else. Your browser also keeps drafts and settings on your own device.
## How long
Your data stay until you delete them or your account. After you ask for the deletion of your account, you have 30 days to change your mind; then the account and all that belongs to it alone are deleted. You choose whether your posts stay without your name, so that talks remain readable, or are erased too. Backups are overwritten after [[backups: number of days]].
## Your rights
- On the security page of your profile you can download all your data.
- There you can also delete your account.
- You can correct your name, your address and what you wrote at any time.
- You can withdraw your consent at any time.
- You can complain to [[authority: the data protection authority of your country]].
## Changes
When this text changes in substance, you are asked for your consent again at your next sign-in.'
  when 'zh' then '# 隐私说明
[[check: 这是模板。请让了解本国法律的人检查，然后删除这一行。]]
本页说明[[name: 场所名称]]保存您的哪些数据、用来做什么、保存多久，以及您可以怎样处理。负责方是[[contact: 负责人或团体的名称、地址和邮箱]]。
## 我们保存什么
- 您的账号：显示的名字、邮箱或电话号码、语言和时区；如果设了密码，还有加密后的密码。
- 您写的内容：帖子、回复、给我们的留言、头像和个人简介。
- 您的预约：服务、时间、人数和您的备注。
- 您的登录记录：时间、浏览器和网络地址，让您能看出是否有别人在用您的账号。
- 您对此类页面的同意：哪个版本、哪种语言、什么时候。
页面的阅读只计次数，不含姓名，也不含地址。
## 用来做什么
这些数据用来运行本网站：显示您写的内容、保留您的预约、发送您需要的邮件、防止滥用。我们不出售数据，不放广告，页面也不会从其他公司加载任何内容。
## 谁能看到什么
- 所有人都能看到您的名字、头像、简介和您发的内容。
- 您的预约只有您自己、提供服务的人和管理员能看到。
- 您的邮箱或电话号码只有管理员能看到。
- 技术运行由[[host: 管理服务器的公司名称和所在国家，或“我们自己”]]负责。
## Cookie
一个 cookie 让您保持登录，只作这个用途。您的浏览器还会在您自己的设备上保存草稿和设置。
## 保存多久
数据会保存到您删除它们或删除账号为止。申请删除账号后，您有 30 天可以反悔；之后账号和只属于它的一切都会被删除。您可以选择：帖子保留但不再显示您的名字，这样对话仍然读得懂；或者帖子也一并清除。备份在[[backups: 天数]]之后被覆盖。
## 您的权利
- 在个人资料的“账号与安全”页面，您可以下载自己的全部数据。
- 在那里也可以删除账号。
- 您可以随时更正名字、地址和您写的内容。
- 您可以随时撤回同意。
- 您可以向[[authority: 本国的数据保护机构]]投诉。
## 变更
如果内容有实质改变，您下次登录时会再次被请求同意。'
  when 'ms' then '# Privasi
[[check: Ini ialah templat. Minta orang yang tahu undang-undang negara anda menyemaknya, kemudian padam baris ini.]]
Halaman ini menerangkan data anda yang disimpan oleh [[name: nama tempat]], tujuannya, tempohnya, dan apa yang boleh anda lakukan. Pihak yang bertanggungjawab ialah [[contact: nama, alamat dan e-mel orang atau persatuan yang bertanggungjawab]].
## Apa yang kami simpan
- Akaun anda: nama yang dipaparkan, alamat e-mel atau nombor telefon, bahasa dan zon waktu, serta kata laluan yang disulitkan jika ada.
- Apa yang anda tulis: kiriman, balasan, mesej kepada kami, gambar dan teks profil anda.
- Tempahan anda: perkhidmatan, masa, bilangan orang dan catatan anda.
- Log masuk anda: masa, pelayar dan alamat rangkaian, supaya anda nampak jika orang lain menggunakan akaun anda.
- Persetujuan anda kepada halaman seperti ini: versi, bahasa dan masanya.
Halaman yang dibaca hanya dikira. Kiraan itu tidak mengandungi nama atau alamat.
## Untuk apa
Data ini digunakan untuk menjalankan laman ini: memaparkan tulisan anda, menyimpan tempahan anda, menghantar e-mel yang anda perlukan dan melindungi laman daripada penyalahgunaan. Kami tidak menjual data, tidak memaparkan iklan, dan halaman tidak memuatkan apa-apa daripada syarikat lain.
## Siapa nampak apa
- Semua orang nampak nama, gambar, teks profil dan kiriman anda.
- Tempahan anda dilihat oleh anda, oleh orang yang memberi perkhidmatan dan oleh pentadbir.
- Alamat e-mel atau nombor telefon anda dilihat oleh pentadbir sahaja.
- Operasi teknikal dijalankan oleh [[host: nama dan negara syarikat yang mengurus pelayan, atau "kami sendiri"]].
## Kuki
Satu kuki memastikan anda kekal log masuk, dan digunakan untuk itu sahaja. Pelayar anda juga menyimpan draf dan tetapan pada peranti anda sendiri.
## Berapa lama
Data anda disimpan sehingga anda memadamkannya atau memadamkan akaun. Selepas meminta akaun dipadam, anda ada 30 hari untuk menukar fikiran; kemudian akaun dan semua yang menjadi miliknya sahaja dipadam. Anda memilih sama ada kiriman kekal tanpa nama anda supaya perbualan masih boleh dibaca, atau dipadam juga. Salinan sandaran ditulis ganti selepas [[backups: bilangan hari]].
## Hak anda
- Pada halaman keselamatan profil, anda boleh memuat turun semua data anda.
- Di situ juga anda boleh memadamkan akaun.
- Anda boleh membetulkan nama, alamat dan tulisan anda pada bila-bila masa.
- Anda boleh menarik balik persetujuan pada bila-bila masa.
- Anda boleh mengadu kepada [[authority: pihak berkuasa perlindungan data negara anda]].
## Perubahan
Jika isi teks ini berubah, anda akan diminta bersetuju semula pada log masuk berikutnya.'
  when 'vi' then '# Quyền riêng tư
[[check: Đây là bản mẫu. Hãy nhờ người hiểu luật nước bạn kiểm tra, rồi xoá dòng này.]]
Trang này cho biết [[name: tên của nơi này]] lưu dữ liệu nào về bạn, để làm gì, trong bao lâu và bạn có thể làm gì với chúng. Bên chịu trách nhiệm là [[contact: tên, địa chỉ và email của người hoặc hội chịu trách nhiệm]].
## Chúng tôi lưu gì
- Tài khoản của bạn: tên hiển thị, địa chỉ email hoặc số điện thoại, ngôn ngữ và múi giờ, cùng mật khẩu đã mã hoá nếu có.
- Những gì bạn viết: bài đăng, trả lời, lời nhắn gửi chúng tôi, ảnh và lời giới thiệu trên hồ sơ.
- Các lượt đặt chỗ: dịch vụ, thời gian, số người và ghi chú của bạn.
- Các lần đăng nhập: thời điểm, trình duyệt và địa chỉ mạng, để bạn thấy nếu có người khác dùng tài khoản của mình.
- Việc bạn đã đồng ý với một trang như trang này: phiên bản nào, bằng ngôn ngữ nào, khi nào.
Lượt xem trang chỉ được đếm. Con số đó không chứa tên hay địa chỉ nào.
## Để làm gì
Chúng tôi dùng các dữ liệu này để vận hành trang web: hiển thị điều bạn viết, giữ chỗ bạn đã đặt, gửi những email bạn cần và bảo vệ trang web khỏi bị lạm dụng. Chúng tôi không bán dữ liệu, không đặt quảng cáo, và không trang nào tải nội dung từ công ty khác.
## Ai thấy gì
- Mọi người thấy tên, ảnh, lời giới thiệu và những gì bạn đăng.
- Bạn, người cung cấp dịch vụ và quản trị viên thấy các lượt đặt chỗ của bạn.
- Địa chỉ email hoặc số điện thoại của bạn chỉ quản trị viên thấy.
- Việc vận hành kỹ thuật do [[host: tên và quốc gia của công ty vận hành máy chủ, hoặc "chính chúng tôi"]] đảm nhận.
## Cookie
Một cookie giữ cho bạn luôn đăng nhập và chỉ dùng cho việc đó. Trình duyệt cũng lưu bản nháp và cài đặt trên chính thiết bị của bạn.
## Trong bao lâu
Dữ liệu được giữ cho đến khi bạn xoá chúng hoặc xoá tài khoản. Sau khi yêu cầu xoá tài khoản, bạn có 30 ngày để đổi ý; sau đó tài khoản và mọi thứ chỉ thuộc về nó sẽ bị xoá. Bạn chọn: bài đăng vẫn còn nhưng không mang tên bạn, để cuộc trò chuyện vẫn đọc được, hoặc cũng bị xoá. Bản sao lưu bị ghi đè sau [[backups: số ngày]].
## Quyền của bạn
- Ở trang bảo mật trong hồ sơ, bạn có thể tải về toàn bộ dữ liệu của mình.
- Cũng ở đó, bạn có thể xoá tài khoản.
- Bạn có thể sửa tên, địa chỉ và những gì mình viết bất cứ lúc nào.
- Bạn có thể rút lại sự đồng ý bất cứ lúc nào.
- Bạn có thể khiếu nại với [[authority: cơ quan bảo vệ dữ liệu của nước bạn]].
## Thay đổi
Khi nội dung này thay đổi đáng kể, bạn sẽ được hỏi lại ở lần đăng nhập tiếp theo.'
  end
$$;
