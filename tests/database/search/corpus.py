"""Texts and queries that must find them.

The queries are what members remember: words of two to four characters inside a sentence, Vietnamese words typed without
diacritics, Malay words in another form than the written one.
"""

# Each sentence with five words that must find it.
CHINESE = """
社区诊所从下周一起延长开放时间，晚上八点前都可以挂号看病。|诊所 开放时间 晚上 挂号 看病
请携带身份证和疫苗接种记录，护士会在门口为您登记。|身份证 疫苗 接种 护士 登记
免费的马来语会话班每周三晚上七点在二楼教室上课。|免费 马来语 会话班 教室 上课
孩子转学需要准备出生证明、成绩单和护照复印件。|转学 出生证明 成绩单 护照 复印件
楼下的电梯正在维修，行动不便的居民请使用后门的坡道。|电梯 维修 行动不便 居民 坡道
周末的跳蚤市场需要志愿者帮忙搬桌椅和维持秩序。|跳蚤市场 志愿者 帮忙 桌椅 秩序
房东突然要涨租金，租约还没到期，我可以拒绝吗？|房东 涨租金 租约 到期 拒绝
图书馆新到了一批儿童绘本，中文和越南文都有。|图书馆 儿童 绘本 中文 越南文
律师每月第一个星期六提供免费法律咨询，请提前预约。|律师 星期六 法律 咨询 预约
雨季来了，请检查屋顶和排水沟，积水容易滋生蚊子。|雨季 屋顶 排水沟 积水 蚊子
厨房里的煤气味很重，先关总阀，再打开窗户通风。|厨房 煤气 总阀 窗户 通风
老人活动中心的太极拳课改到早上六点半开始。|老人 活动中心 太极拳 早上 开始
申请工作准证延期大约需要三个星期，请不要拖到最后一天。|申请 工作准证 延期 三个星期 最后一天
有没有人知道附近哪里可以修理二手自行车？|附近 哪里 修理 二手 自行车
食物银行每个月发放两次米、油和罐头，先到先得。|食物银行 发放 罐头 先到先得 每个月
牙医说洗牙不疼，可是我妈妈还是有点害怕。|牙医 洗牙 不疼 妈妈 害怕
停车场晚上十点以后关闭，访客车辆请停在路边划线处。|停车场 关闭 访客 车辆 路边
小贩中心新开的豆浆摊位很受欢迎，八点就卖完了。|小贩 豆浆 摊位 欢迎 卖完
电费单比上个月多了一倍，应该向哪个部门投诉？|电费 上个月 一倍 部门 投诉
中秋节晚会还缺两位司仪，会说两种语言的人优先。|中秋节 晚会 司仪 两种语言 优先
孕妇产检可以报销一部分费用，记得保留收据。|孕妇 产检 报销 费用 收据
公园的长椅坏了三张，已经拍照发给市政厅处理。|公园 长椅 拍照 市政厅 处理
夜班巴士改了路线，不再经过医院后面的车站。|夜班 巴士 路线 医院 车站
我弟弟刚来槟城，想找一份餐馆洗碗的工作。|弟弟 槟城 餐馆 洗碗 工作
银行要求提供地址证明才能开户，水费单可以吗？|银行 地址证明 开户 水费单 要求
狗走丢了，棕色短毛，戴红色项圈，很亲近人。|走丢 棕色 短毛 项圈 亲近
缝纫小组每星期四下午聚会，欢迎带自己的布料来。|缝纫 小组 聚会 布料 下午
汇款手续费太高，有没有比较便宜又安全的办法？|汇款 手续费 便宜 安全 办法
请不要把垃圾袋放在楼梯口，影响大家出入。|垃圾袋 楼梯口 影响 大家 出入
夏令营的报名表可以在前台领取，也可以网上填写。|夏令营 报名表 前台 领取 填写
我的护照被雇主扣留了，这样做合法吗？|护照 雇主 扣留 合法 这样
消防演习将在星期五上午进行，届时警铃会响三次。|消防 演习 星期五 警铃 三次
隔壁装修太吵，孩子没办法午睡，可以几点开始施工？|隔壁 装修 午睡 施工 孩子
电脑基础班教大家收发电邮和填写网上表格。|电脑 基础班 电邮 网上 表格
糖尿病讲座请来了营养师，会示范低糖食谱。|糖尿病 讲座 营养师 示范 食谱
合唱团招募新成员，不会看谱也没有关系。|合唱团 招募 成员 看谱 关系
邻居热心教我用手机买车票，省了很多排队时间。|邻居 热心 手机 车票 排队
义卖所得全部捐给受水灾影响的家庭。|义卖 捐给 水灾 家庭 全部
会员卡遗失可以在服务台补办，手续费五元。|会员卡 遗失 服务台 补办 五元
请问心理辅导是否保密？家人会不会收到通知？|心理辅导 保密 家人 收到 通知
"""

# Text and query: traditional against simplified, both ways.
SCRIPTS = """
社區診所|社区诊所
圖書館|图书馆
電話號碼|电话号码
醫療補助|医疗补助
結婚證書|结婚证书
長者課程|长者课程
臺灣同鄉會|台湾同乡会
屋子裡面|屋子里面
頭髮護理|头发护理
廣東話|广东话
"""

# A word of two syllables, as typed and as written; once adjacent and once apart.
VIETNAMESE = """
van de|vấn đề
kham benh|khám bệnh
giay to|giấy tờ
dat cho|đặt chỗ
cong dong|cộng đồng
tre em|trẻ em
bac si|bác sĩ
mien phi|miễn phí
hoc phi|học phí
dang ky|đăng ký
thong bao|thông báo
gia dinh|gia đình
nha tre|nhà trẻ
tieng viet|tiếng Việt
nguoi gia|người già
viec lam|việc làm
hop dong|hợp đồng
tien luong|tiền lương
bao hiem|bảo hiểm
giao thong|giao thông
thu vien|thư viện
sach cu|sách cũ
nau an|nấu ăn
tinh nguyen|tình nguyện
phong kham|phòng khám
lich hen|lịch hẹn
giay phep|giấy phép
cho thue|cho thuê
dien nuoc|điện nước
rac thai|rác thải
an toan|an toàn
suc khoe|sức khoẻ
dinh duong|dinh dưỡng
tam ly|tâm lý
phap ly|pháp lý
luat su|luật sư
truong hoc|trường học
hoc bong|học bổng
ky nang|kỹ năng
may tinh|máy tính
xe dap|xe đạp
xe buyt|xe buýt
le hoi|lễ hội
am nhac|âm nhạc
the thao|thể thao
boi loi|bơi lội
vuon rau|vườn rau
cay xanh|cây xanh
dong gop|đóng góp
ho tro|hỗ trợ
"""

# Forms of one root: each must find all the others.
MALAY = """
tempah tempahan menempah ditempah penempahan tempahlah
daftar mendaftar pendaftaran berdaftar didaftarkan daftarkan
ajar mengajar diajar pengajar ajaran pelajar belajar pembelajaran
baca membaca dibaca pembaca bacaan bacalah
bantu membantu bantuan dibantu pembantu
sewa menyewa penyewa disewa sewaan
tulis menulis penulis tulisan ditulis
hubung menghubungi dihubungi hubungan perhubungan hubungi
sihat kesihatan menyihatkan
khidmat perkhidmatan berkhidmat
mohon memohon pemohon permohonan dimohon
bayar membayar bayaran pembayaran dibayar
guna menggunakan digunakan pengguna penggunaan kegunaan
tanya bertanya pertanyaan ditanya menanyakan
terima menerima penerimaan diterima terimalah
serta menyertai penyertaan peserta disertai
kerja bekerja pekerja pekerjaan dikerjakan mengerjakan
pinjam meminjam pinjaman dipinjam peminjam
rawat merawat rawatan dirawat perawat
jawab menjawab jawapan dijawab
isi mengisi pengisian diisi isian
urus menguruskan pengurusan diuruskan pengurus
buka membuka dibuka pembukaan terbuka
ubat perubatan mengubati diubati ubatan
"""


def marked(text: str, separator: str = "|") -> list[tuple[str, list[str]]]:
    """Lines as (first part, words of the second part)."""
    pairs = [line.split(separator) for line in text.strip().splitlines()]
    return [(first, second.split(" ")) for first, second in pairs]


def pairs(text: str) -> list[tuple[str, str]]:
    """Lines as (first part, second part)."""
    return [(first, second) for first, second in (line.split("|") for line in text.strip().splitlines())]
