create or replace function public.terms_template(wanted public.language) returns text
language sql immutable set search_path = '' as $$
  select case wanted
  when 'en' then '# Terms of use
[[check: This text is a template. Have it checked by a person who knows the law of your country, then delete this line.]]
This site is run by [[contact: name, street address and email address of the responsible person or association]] for [[name: name of the place]]. Whoever uses it agrees to these terms.
## What you can use
Reading, asking and booking are free of charge unless the page of a service names a price. We run this site as well as we can, partly with volunteers. It can be out of order for a time, and we may change or end parts of it.
## Your account
- Give a name by which people may address you, and an email address or phone number that is yours.
- Keep your password to yourself. Tell us when another person uses your account.
- Under [[age: age]] years of age, ask your parents before you sign up.
## What you write
- What you write stays yours. You allow us to show it on this site and in its emails.
- You are responsible for it. Write nothing that breaks the law or the house rules, and use no texts or pictures of others without permission.
- We may hide or delete posts that break these rules, and close accounts in serious cases. We say why.
## Bookings
- A booking is a promise: come on time, or cancel early so that another person gets the place.
- Each service says until when you can cancel. We may move or cancel a time, and tell you as soon as we know.
- After repeated absence without cancelling we may limit further bookings.
## Advice and information
Articles, posts and resources are written with care, but they replace no doctor, lawyer or authority. In an emergency call [[emergency: emergency number]].
## Liability
We are liable for damage that we cause intentionally or by gross negligence, and as the law demands. For what other users write and for linked pages of others, their authors are responsible.
## Changes and law
When these terms change in substance, you are asked for your consent again at your next sign-in. The law of [[country: country]] applies.'
  when 'zh' then '# 使用条款
[[check: 这是模板。请让了解本国法律的人检查，然后删除这一行。]]
本网站由[[contact: 负责人或团体的名称、地址和邮箱]]为[[name: 场所名称]]运营。使用本网站即表示同意这些条款。
## 您可以使用什么
阅读、提问和预约都是免费的，除非服务页面写明价格。我们尽力运行本网站，部分工作由志愿者完成。网站可能暂时无法使用，我们也可能更改或停止其中的部分功能。
## 您的账号
- 请填写别人可以称呼您的名字，以及属于您自己的邮箱或电话号码。
- 请保管好密码。如果有别人使用您的账号，请告诉我们。
- 未满[[age: 年龄]]岁，请先征得父母同意再注册。
## 您写的内容
- 您写的内容仍然属于您。您允许我们在本网站及其邮件中显示。
- 内容由您负责。不要写违反法律或守则的内容，未经许可不要使用别人的文字或图片。
- 我们可以隐藏或删除违反规定的帖子，情况严重时可以关闭账号，并说明原因。
## 预约
- 预约就是约定：请准时到，或者尽早取消，把名额留给别人。
- 每项服务都写明最晚什么时候可以取消。我们也可能更改或取消时间，并会尽快通知您。
- 如果您多次不取消也不来，我们可能会限制之后的预约。
## 建议和信息
文章、帖子和资源都用心撰写，但不能代替医生、律师或政府机构。紧急情况请拨打[[emergency: 紧急电话]]。
## 责任
对故意或重大过失造成的损害，以及法律规定的情况，我们承担责任。其他用户写的内容和外部链接页面，由其作者负责。
## 变更与法律
条款有实质改变时，您下次登录时会再次被请求同意。适用[[country: 国家]]的法律。'
  when 'ms' then '# Syarat penggunaan
[[check: Ini ialah templat. Minta orang yang tahu undang-undang negara anda menyemaknya, kemudian padam baris ini.]]
Laman ini dikendalikan oleh [[contact: nama, alamat dan e-mel orang atau persatuan yang bertanggungjawab]] untuk [[name: nama tempat]]. Sesiapa yang menggunakannya bersetuju dengan syarat ini.
## Apa yang boleh digunakan
Membaca, bertanya dan menempah adalah percuma melainkan halaman perkhidmatan menyatakan harga. Kami menjalankan laman ini sebaik mungkin, sebahagiannya dengan sukarelawan. Laman mungkin tergendala seketika, dan kami boleh mengubah atau menamatkan sebahagian daripadanya.
## Akaun anda
- Beri nama yang boleh digunakan untuk menyapa anda, dan alamat e-mel atau nombor telefon milik anda sendiri.
- Simpan kata laluan anda. Beritahu kami jika orang lain menggunakan akaun anda.
- Jika berumur bawah [[age: umur]] tahun, minta izin ibu bapa sebelum mendaftar.
## Apa yang anda tulis
- Tulisan anda tetap milik anda. Anda membenarkan kami memaparkannya pada laman ini dan dalam e-melnya.
- Anda bertanggungjawab atasnya. Jangan tulis apa yang melanggar undang-undang atau peraturan, dan jangan guna teks atau gambar orang lain tanpa izin.
- Kami boleh menyembunyikan atau memadam kiriman yang melanggar, dan menutup akaun dalam kes berat. Kami nyatakan sebabnya.
## Tempahan
- Tempahan ialah janji: datang tepat pada masanya, atau batalkan awal supaya orang lain mendapat tempat.
- Setiap perkhidmatan menyatakan bila paling lewat untuk membatalkan. Kami juga boleh mengubah atau membatalkan masa, dan akan memberitahu anda secepat mungkin.
- Jika berulang kali tidak hadir tanpa membatalkan, kami boleh mengehadkan tempahan seterusnya.
## Nasihat dan maklumat
Artikel, kiriman dan sumber ditulis dengan teliti, tetapi bukan pengganti doktor, peguam atau pihak berkuasa. Dalam kecemasan, hubungi [[emergency: nombor kecemasan]].
## Liabiliti
Kami bertanggungjawab atas kerosakan yang disengajakan atau akibat kecuaian melampau, dan seperti yang dituntut undang-undang. Tulisan pengguna lain dan halaman luar menjadi tanggungjawab penulisnya.
## Perubahan dan undang-undang
Jika isi syarat ini berubah, anda akan diminta bersetuju semula pada log masuk berikutnya. Undang-undang [[country: negara]] terpakai.'
  when 'vi' then '# Điều khoản sử dụng
[[check: Đây là bản mẫu. Hãy nhờ người hiểu luật nước bạn kiểm tra, rồi xoá dòng này.]]
Trang web này do [[contact: tên, địa chỉ và email của người hoặc hội chịu trách nhiệm]] vận hành cho [[name: tên của nơi này]]. Ai sử dụng trang web là đồng ý với các điều khoản này.
## Bạn có thể dùng gì
Đọc, hỏi và đặt chỗ đều miễn phí, trừ khi trang của dịch vụ ghi giá. Chúng tôi cố gắng vận hành tốt nhất có thể, một phần nhờ tình nguyện viên. Trang web có thể tạm ngừng, và chúng tôi có thể thay đổi hoặc chấm dứt một số phần.
## Tài khoản của bạn
- Hãy cho biết tên để mọi người gọi bạn, cùng địa chỉ email hoặc số điện thoại của chính bạn.
- Giữ kín mật khẩu. Hãy báo cho chúng tôi khi có người khác dùng tài khoản của bạn.
- Nếu chưa đủ [[age: tuổi]] tuổi, hãy hỏi cha mẹ trước khi đăng ký.
## Những gì bạn viết
- Điều bạn viết vẫn là của bạn. Bạn cho phép chúng tôi hiển thị trên trang web này và trong email của trang.
- Bạn chịu trách nhiệm về nội dung đó. Đừng viết điều trái pháp luật hay trái nội quy, và đừng dùng bài hay ảnh của người khác khi chưa được phép.
- Chúng tôi có thể ẩn hoặc xoá bài vi phạm, và đóng tài khoản trong trường hợp nghiêm trọng. Chúng tôi sẽ nói rõ lý do.
## Đặt chỗ
- Đặt chỗ là một lời hẹn: hãy đến đúng giờ, hoặc huỷ sớm để người khác có chỗ.
- Mỗi dịch vụ ghi rõ chậm nhất khi nào có thể huỷ. Chúng tôi cũng có thể đổi hoặc huỷ giờ, và sẽ báo cho bạn ngay khi biết.
- Nếu nhiều lần vắng mặt mà không huỷ, chúng tôi có thể hạn chế các lượt đặt tiếp theo.
## Lời khuyên và thông tin
Bài viết, thảo luận và tài liệu được viết cẩn thận, nhưng không thay được bác sĩ, luật sư hay cơ quan nhà nước. Khi khẩn cấp, hãy gọi [[emergency: số khẩn cấp]].
## Trách nhiệm
Chúng tôi chịu trách nhiệm về thiệt hại do cố ý hoặc do bất cẩn nghiêm trọng, và theo yêu cầu của pháp luật. Nội dung của người dùng khác và các trang được liên kết do tác giả của chúng chịu trách nhiệm.
## Thay đổi và pháp luật
Khi các điều khoản này thay đổi đáng kể, bạn sẽ được hỏi lại ở lần đăng nhập tiếp theo. Áp dụng pháp luật của [[country: quốc gia]].'
  end
$$;
