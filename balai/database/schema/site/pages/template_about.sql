create or replace function public.about_template(wanted public.language) returns text
language sql immutable set search_path = '' as $$
  select case wanted
  when 'en' then '# About us
[[name: name of the place]] is a place for everyone who lives nearby: to read, to ask, to meet and to get help.
## What we do
- [[services: what people can come for, such as a clinic hour, a class or a shared meal]]
- In the forum, neighbours ask and answer in four languages.
- In the resources you find forms, guides and phone numbers that we trust.
## Who runs it
[[team: names of the people or the association behind it, and since when]]
## How to reach us
Come by at [[place: street and town]] or write to [[contact: email address or phone number]]. You need no appointment to say hello.'
  when 'zh' then '# 关于我们
[[name: 场所名称]]属于住在附近的每一个人：来看文章、提问、见面、寻求帮助。
## 我们做什么
- [[services: 大家可以来做什么，例如义诊、课程或聚餐]]
- 在论坛里，邻居们用四种语言提问和回答。
- 资源栏目里有我们信得过的表格、指南和电话号码。
## 由谁管理
[[team: 负责人或团体的名称，以及从何时开始]]
## 怎样联系我们
欢迎来[[place: 街道和城镇]]，或联系[[contact: 邮箱或电话号码]]。想来打个招呼，不需要预约。'
  when 'ms' then '# Tentang kami
[[name: nama tempat]] ialah tempat untuk semua yang tinggal berdekatan: membaca, bertanya, bertemu dan mendapat bantuan.
## Apa yang kami buat
- [[services: sebab orang datang, contohnya waktu klinik, kelas atau makan bersama]]
- Di forum, jiran bertanya dan menjawab dalam empat bahasa.
- Dalam bahagian sumber ada borang, panduan dan nombor telefon yang kami percaya.
## Siapa yang menguruskannya
[[team: nama orang atau persatuan, dan sejak bila]]
## Cara menghubungi kami
Datang ke [[place: jalan dan bandar]] atau hubungi [[contact: alamat e-mel atau nombor telefon]]. Untuk singgah bertanya khabar, tidak perlu tempahan.'
  when 'vi' then '# Giới thiệu
[[name: tên của nơi này]] dành cho tất cả những ai sống gần đây: để đọc, để hỏi, để gặp nhau và để được giúp đỡ.
## Chúng tôi làm gì
- [[services: mọi người có thể đến để làm gì, ví dụ giờ khám bệnh, lớp học hay bữa ăn chung]]
- Trên diễn đàn, hàng xóm hỏi và trả lời bằng bốn ngôn ngữ.
- Mục tài liệu có biểu mẫu, hướng dẫn và số điện thoại mà chúng tôi tin cậy.
## Ai điều hành
[[team: tên những người hoặc hội đứng sau, và từ khi nào]]
## Liên hệ với chúng tôi
Mời bạn đến [[place: tên đường và thành phố]] hoặc liên hệ [[contact: địa chỉ email hoặc số điện thoại]]. Ghé chào một tiếng thì không cần hẹn trước.'
  end
$$;
