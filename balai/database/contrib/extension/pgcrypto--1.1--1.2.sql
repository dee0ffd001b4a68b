-- Password hashes of pgcrypto.

-- Base64 as crypt(3) writes it: groups of three bytes, whose lowest bits come first. -1 stands for a zero byte.
create function pgcrypto_base64(data bytea, places integer[], size integer) returns text
language plpgsql immutable strict parallel safe as $$
declare
  letters constant text := './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  result text := '';
  bits integer;
begin
  for i in 1 .. array_length(places, 1) by 3 loop
    bits := 0;
    for k in i .. i + 2 loop
      bits := (bits << 8) | case when places[k] < 0 then 0 else get_byte(data, places[k]) end;
    end loop;
    for k in 0 .. 3 loop
      result := result || substr(letters, ((bits >> (6 * k)) & 63) + 1, 1);
    end loop;
  end loop;
  return left(result, size);
end $$;

-- The password hash of FreeBSD: 1000 rounds of MD5.
create function pgcrypto_md5_crypt(password bytea, salt bytea) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  size constant integer := length(password);
  sum bytea := decode(md5(password || salt || password), 'hex');
  first bytea := password || '$1$'::bytea || salt
    || substring(decode(repeat(encode(sum, 'hex'), size / 16 + 1), 'hex') from 1 for size);
  bits integer := size;
begin
  while bits > 0 loop
    first := first || case when bits & 1 = 1 then '\x00'::bytea else substring(password from 1 for 1) end;
    bits := bits >> 1;
  end loop;
  sum := decode(md5(first), 'hex');
  for i in 0 .. 999 loop
    sum := decode(md5(case when i & 1 = 1 then password else sum end
      || case when i % 3 > 0 then salt else '' end || case when i % 7 > 0 then password else '' end
      || case when i & 1 = 1 then sum else password end), 'hex');
  end loop;
  return sum;
end $$;

-- Drepper, "Unix crypt using SHA-256 and SHA-512".
create function pgcrypto_sha_crypt(password bytea, salt bytea, rounds integer, is_long boolean) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  size constant integer := length(password);
  width constant integer := case when is_long then 64 else 32 end;
  sum bytea := password || salt || password;
  first bytea := password || salt;
  p bytea := decode(repeat(encode(password, 'hex'), size), 'hex');
  s bytea;
  bits integer := size;
begin
  sum := case when is_long then sha512(sum) else sha256(sum) end;
  first := first || substring(decode(repeat(encode(sum, 'hex'), size / width + 1), 'hex') from 1 for size);
  while bits > 0 loop
    first := first || case when bits & 1 = 1 then sum else password end;
    bits := bits >> 1;
  end loop;
  sum := case when is_long then sha512(first) else sha256(first) end;
  p := case when is_long then sha512(p) else sha256(p) end;
  p := substring(decode(repeat(encode(p, 'hex'), size / width + 1), 'hex') from 1 for size);
  s := decode(repeat(encode(salt, 'hex'), 16 + get_byte(sum, 0)), 'hex');
  s := substring(case when is_long then sha512(s) else sha256(s) end from 1 for length(salt));
  for i in 0 .. rounds - 1 loop
    first := case when i & 1 = 1 then p else sum end || case when i % 3 > 0 then s else '' end
      || case when i % 7 > 0 then p else '' end || case when i & 1 = 1 then sum else p end;
    sum := case when is_long then sha512(first) else sha256(first) end;
  end loop;
  return sum;
end $$;

-- Provos and Mazières, "A Future-Adaptable Password Scheme". The work is 2^cost times 66,688 rounds of Blowfish, which
-- takes some 150 times as long as in C: 0.5 s for the cost 6 of gen_salt('bf'), 7 s for 10.
create function pgcrypto_bcrypt(password bytea, setting text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  -- The fraction of pi.
  pi constant bytea := decode('
243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89452821e638d01377be5466cf34e90c6cc0ac29b7c97c50dd
3f84d5b5b54709179216d5d98979fb1bd1310ba698dfb5ac2ffd72dbd01adfb7b8e1afed6a267e96ba7c9045f12c7f9924a19947b3916cf7
0801f2e2858efc16636920d871574e69a458fea3f4933d7e0d95748f728eb658718bcd5882154aee7b54a41dc25a59b59c30d5392af26013
c5d1b023286085f0ca417918b8db38ef8e79dcb0603a180e6c9e0e8bb01e8a3ed71577c1bd314b2778af2fda55605c60e65525f3aa55ab94
5748986263e8144055ca396a2aab10b6b4cc5c341141e8cea15486af7c72e993b3ee1411636fbc2a2ba9c55d741831f6ce5c3e169b87931e
afd6ba336c24cf5c7a325381289586773b8f48986b4bb9afc4bfe81b6628219361d809ccfb21a991487cac605dec8032ef845d5de98575b1
dc262302eb651b8823893e81d396acc50f6d6ff383f442392e0b4482a484200469c8f04a9e1f9b5e21c66842f6e96c9a670c9c61abd388f0
6a51a0d2d8542f68960fa728ab5133a36eef0b6c137a3be4ba3bf0507efb2a98a1f1651d39af017666ca593e82430e888cee8619456f9fb4
7d84a5c33b8b5ebee06f75d885c12073401a449f56c16aa64ed3aa62363f77061bfedf72429b023d37d0d724d00a1248db0fead349f1c09b
075372c980991b7b25d479d8f6e8def7e3fe501ab6794c3b976ce0bd04c006bac1a94fb6409f60c45e5c9ec2196a246368fb6faf3e6c53b5
1339b2eb3b52ec6f6dfc511f9b30952ccc814544af5ebd09bee3d004de334afd660f2807192e4bb3c0cba85745c8740fd20b5f39b9d3fbdb
5579c0bd1a60320ad6a100c6402c7279679f25fefb1fa3cc8ea5e9f8db3222f83c7516dffd616b152f501ec8ad0552ab323db5fafd238760
53317b483e00df829e5c57bbca6f8ca01a87562edf1769dbd542a8f6287effc3ac6732c68c4f5573695b27b0bbca58c8e1ffa35db8f011a0
10fa3d98fd2183b84afcb56c2dd1d35b9a53e479b6f84565d28e49bc4bfb9790e1ddf2daa4cb7e3362fb1341cee4c6e8ef20cada36774c01
d07e9efe2bf11fb495dbda4dae909198eaad8e716b93d5a0d08ed1d0afc725e08e3c5b2f8e7594b78ff6e2fbf2122b648888b812900df01c
4fad5ea0688fc31cd1cff191b3a8c1ad2f2f2218be0e1777ea752dfe8b021fa1e5a0cc0fb56f74e818acf3d6ce89e299b4a84fe0fd13e0b7
7cc43b81d2ada8d9165fa2668095770593cc7314211a1477e6ad206577b5fa86c75442f5fb9d35cfebcdaf0c7b3e89a0d6411bd3ae1e7e49
00250e2d2071b35e226800bb57b8e0af2464369bf009b91e5563911d59dfa6aa78c14389d95a537f207d5ba202e5b9c5832603766295cfa9
11c819684e734a41b3472dca7b14a94a1b5100529a532915d60f573fbc9bc6e42b60a47681e6740008ba6fb5571be91ff296ec6b2a0dd915
b6636521e7b9f9b6ff34052ec585566453b02d5da99f8fa108ba47996e85076a4b7a70e9b5b32944db75092ec4192623ad6ea6b049a7df7d
9cee60b88fedb266ecaa8c71699a17ff5664526cc2b19ee1193602a575094c29a0591340e4183a3e3f54989a5b429d656b8fe4d699f73fd6
a1d29c07efe830f54d2d38e6f0255dc14cdd20868470eb266382e9c6021ecc5e09686b3f3ebaefc93c9718146b6a70a1687f358452a0e286
b79c5305aa5007373e07841c7fdeae5c8e7d44ec5716f2b8b03ada37f0500c0df01c1f040200b3ffae0cf51a3cb574b225837a58dc0921bd
d19113f97ca92ff69432477322f547013ae5e58137c2dadcc8b576349af3dda7a94461460fd0030eecc8c73ea4751e41e238cd993bea0e2f
3280bba1183eb3314e548b384f6db9086f420d03f60a04bf2cb8129024977c795679b072bcaf89afde9a771fd9930810b38bae12dccf3f2e
5512721f2e6b7124501adde69f84cd877a5847187408da17bc9f9abce94b7d8cec7aec3adb851dfa63094366c464c3d2ef1c18473215d908
dd433b3724c2ba1612a14d432a65c45150940002133ae4dd71dff89e10314e5581ac77d65f11199b043556f1d7a3c76b3c11183b5924a509
f28fe6ed97f1fbfa9ebabf2c1e153c6e86e34570eae96fb1860e5e0a5a3e2ab3771fe71c4e3d06fa2965dcb999e71d0f803e89d65266c825
2e4cc9789c10b36ac6150eba94e2ea78a5fc3c531e0a2df4f2f74ea7361d2b3d1939260f19c279605223a708f71312b6ebadfe6eeac31f66
e3bc4595a67bc883b17f37d1018cff28c332ddefbe6c5aa56558218568ab9802eecea50fdb2f953b2aef7dad5b6e2f841521b62829076170
ecdd4775619f151013cca830eb61bd960334fe1eaa0363cfb5735c904c70a239d59e9e0bcbaade14eecc86bc60622ca79cab5cabb2f3846e
648b1eaf19bdf0caa02369b9655abb5040685a323c2ab4b3319ee9d5c021b8f79b540b19875fa09995f7997e623d7da8f837889a97e32d77
11ed935f166812810e358829c7e61fd696dedfa17858ba9957f584a51b2272639b83c3ff1ac24696cdb30aeb532e30548fd948e46dbc3128
58ebf2ef34c6ffeafe28ed61ee7c3c735d4a14d9e864b7e342105d14203e13e045eee2b6a3aaabeadb6c4f15facb4fd0c742f442ef6abbb5
654f3b1d41cd2105d81e799e86854dc7e44b476a3d816250cf62a1f25b8d2646fc8883a0c1c7b6a37f1524c369cb749247848a0b5692b285
095bbf00ad19489d1462b17423820e0058428d2a0c55f5ea1dadf43e233f70613372f0928d937e41d65fecf16c223bdb7cde3759cbee7460
4085f2a7ce77326ea607808419f8509ee8efd85561d99735a969a7aac50c06c25a04abfc800bcadc9e447a2ec3453484fdd567050e1e9ec9
db73dbd3105588cd675fda79e3674340c5c43465713e38d83d28f89ef16dff20153e21e78fb03d4ae6e39f2bdb83adf7e93d5a68948140f7
f64c261c94692934411520f77602d4f7bcf46b2ed4a20068d40824713320f46a43b7d4b7500061af1e39f62e9724454614214f74bf8b8840
4d95fc1d96b591af70f4ddd366a02f45bfbc09ec03bd97857fac6dd031cb850496eb27b355fd3941da2547e6abca0a9a28507825530429f4
0a2c86dae9b66dfb68dc1462d7486900680ec0a427a18dee4f3ffea2e887ad8cb58ce0067af4d6b6aace1e7cd3375fecce78a399406b2a42
20fe9e35d9f385b9ee39d7ab3b124e8b1dc9faf74b6d185626a36631eae397b23a6efa74dd5b43326841e7f7ca7820fbfb0af54ed8feb397
454056acba48952755533a3a20838d87fe6ba9b7d096954b55a867bca1159a58cca9296399e1db33a62a4a563f3125f95ef47e1c9029317c
fdf8e80204272f7080bb155c05282ce395c11548e4c66d2248c1133fc70f86dc07f9c9ee41041f0f404779a45d886e17325f51ebd59bc0d1
f2bcc18f41113564257b7834602a9c60dff8e8a31f636c1b0e12b4c202e1329eaf664fd1cad181156b2395e0333e92e13b240b62eebeb922
85b2a20ee6ba0d99de720c8c2da2f728d012784595b794fd647d0862e7ccf5f05449a36f877d48fac39dfd27f33e8d1e0a476341992eff74
3a6f6eabf4f8fd37a812dc60a1ebddf8991be14cdb6e6b0dc67b55106d672c372765d43bdcd0e804f1290dc7cc00ffa3b5390f92690fed0b
667b9ffbcedb7d9ca091cf0bd9155ea3bb132f88515bad247b9479bf763bd6eb37392eb3cc1159798026e297f42e312d6842ada7c66a2b3b
12754ccc782ef11c6a124237b79251e706a1bbe64bfb63501a6b101811caedfa3d25bdd8e2e1c3c9444216590a121386d90cec6ed5abea2a
64af674eda86a85fbebfe98864e4c3fe9dbc8057f0f7c08660787bf86003604dd1fd8346f6381fb07745ae04d736fccc83426b33f01eab71
b08041873c005e5f77a057bebde8ae2455464299bf582e614e58f48ff2ddfda2f474ef388789bdc25366f9c3c8b38e74b475f25546fcd9b9
7aeb26618b1ddf84846a0e79915f95e2466e598e20b457708cd55591c902de4cb90bace1bb8205d011a862487574a99eb77f19b6e0a9dc09
662d09a1c4324633e85a1f0209f0be8c4a99a0251d6efe101ab93d1d0ba5a4dfa186f20f2868f169dcb7da83573906fea1e2ce9b4fcd7f52
50115e01a70683faa002b5c40de6d0279af88c27773f8641c3604c0661a806b5f0177a28c0f586e0006058aa30dc7d6211e69ed72338ea63
53c2dd94c2c21634bbcbee5690bcb6deebfc7da1ce591d766f05e4094b7c018839720a3d7c927c2486e3725f724d9db91ac15bb4d39eb8fc
ed54557808fca5b5d83d7cd34dad0fc41e50ef5eb161e6f8a28514d96c51133c6fd5c7e756e14ec4362abfceddc6c837d79a323492638212
670efa8e406000e03a39ce37d3faf5cfabc277375ac52d1b5cb0679e4fa33742d382274099bc9bbed5118e9dbf0f7315d62d1c7ec700c47b
b78c1b6b21a19045b26eb1be6a366eb45748ab2fbc946e79c6a376d26549c2c8530ff8ee468dde7dd5730a1d4cd04dc62939bbdba9ba4650
ac9526e8be5ee304a1fad5f06a2d519a63ef8ce29a86ee22c089c2b843242ef6a51e03aa9cf2d0a483c061ba9be96a4d8fe51550ba645bd6
2826a2f9a73a3ae14ba99586ef5562e9c72fefd3f752f7da3f046f6977fa0a5980e4a91587b086019b09e6ad3b3ee593e990fd5a9e34d797
2cf0b7d9022b8b5196d5ac3a017da67dd1cf3ed67c7d2d281f9f25cfadf2b89b5ad6b4725a88f54ce029ac71e019a5e647b0acfded93fa9b
e8d3c48d283b57ccf8d5662979132e28785f0191ed756055f7960e44e3d35e8c15056dd488f46dba03a161250564f0bdc3eb9e153c9057a2
97271aeca93a072a1b3f6d9b1e6321f5f59c66fb26dcf3197533d928b155fdf5035634828aba3cbb28517711c20ad9f8abcc5167ccad925f
4de817513830dc8e379d58629320f991ea7a90c2fb3e7bce5121ce64774fbe32a8b6e37ec3293d4648de53696413e680a2ae0810dd6db224
69852dfd09072166b39a460a6445c0dd586cdecf1c20c8ae5bbef7dd1b588d40ccd2017f6bb4e3bbdda26a7e3a59ff453e350a44bcb4cdd5
72eacea8fa6484bb8d6612aebf3c6f47d29be463542f5d9eaec2771bf64e6370740e0d8de75b1357f8721671af537d5d4040cb084eb4e2cc
34d2466a0115af84e1b0042895983a1d06b89fb4ce6ea0486f3f3b823520ab82011a1d4b277227f8611560b1e7933fdcbb3a792b344525bd
a08839e151ce794b2f32c9b7a01fbac9e01cc87ebcc7d1f6cf0111c3a1e8aac71a908749d44fbd9ad0dadecbd50ada380339c32ac6913667
8df9317ce0b12b4ff79e59b743f5bb3af2d519ff27d9459cbf97222c15e6fc2a0f91fc719b941525fae59361ceb69cebc2a8645912baa8d1
b6c1075ee3056a0c10d25065cb03a442e0ec6e0e1698db3b4c98a0be3278e9649f1f9532e0d392dfd3a0342b8971f21e1b0a74414ba3348c
c5be7120c37632d8df359f8d9b992f2ee60b6f470fe3f11de54cda541edad891ce6279cfcd3e7e6f1618b166fd2c1d05848fd2c5f6fb2299
f523f357a632762393a8353156cccd02acf081625a75ebb56e16369788d273ccde96629281b949d04c50901b71c65614e6c6c7bd327a140a
45e1d006c3f27b9ac9aa53fd62a80f00bb25bfe235bdd2f671126905b2040222b6cbcf7ccd769c2b53113ec01640e3d338abbd602547adf0
ba38209cf746ce7677afa1c52075606085cbfe4e8ae88dd87aaaf9b04cf9aa7e1948c25c02fb8a8c01c36ae4d6ebe1f990d4f869a65cdea0
3f09252dc208e69fb74e6132ce77e25b578fdfe33ac372e6', 'hex');
  standard constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  letters constant text := './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  plain constant bytea := 'OrpheanBeholderScryDoubt';
  cycle constant bytea := password || '\x00'::bytea;
  salt bytea;
  p bigint[] := array_fill(0::bigint, array[18], array[0]);
  s0 bigint[] := array_fill(0::bigint, array[256], array[0]);
  s1 bigint[] := s0; s2 bigint[] := s0; s3 bigint[] := s0;
  keys bigint[] := p;
  salts bigint[] := p;
  mixed bigint[] := array_fill(0::bigint, array[4], array[0]);
  l bigint; r bigint; x bigint;
  hash bytea := '';
begin
  if setting !~ '^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{22}' then
    raise exception using errcode = '22023', message = 'invalid salt';
  end if;
  salt := substring(decode(translate(substr(setting, 8, 22), letters, standard) || '==', 'base64') from 1 for 16);
  for i in 0 .. 17 loop
    p[i] := ('x' || encode(substring(pi from 4 * i + 1 for 4), 'hex'))::bit(32)::bigint;
    keys[i] := (get_byte(cycle, 4 * i % length(cycle))::bigint << 24)
      + (get_byte(cycle, (4 * i + 1) % length(cycle)) << 16)
      + (get_byte(cycle, (4 * i + 2) % length(cycle)) << 8) + get_byte(cycle, (4 * i + 3) % length(cycle));
    salts[i] := ('x' || encode(substring(salt from 4 * (i % 4) + 1 for 4), 'hex'))::bit(32)::bigint;
  end loop;
  for i in 0 .. 255 loop
    s0[i] := ('x' || encode(substring(pi from 4 * i + 73 for 4), 'hex'))::bit(32)::bigint;
    s1[i] := ('x' || encode(substring(pi from 4 * i + 1097 for 4), 'hex'))::bit(32)::bigint;
    s2[i] := ('x' || encode(substring(pi from 4 * i + 2121 for 4), 'hex'))::bit(32)::bigint;
    s3[i] := ('x' || encode(substring(pi from 4 * i + 3145 for 4), 'hex'))::bit(32)::bigint;
  end loop;
  -- The first pass mixes the salt in; then the key and the salt alternate as keys.
  for pass in 0 .. 2 << substr(setting, 5, 2)::integer loop
    for i in 0 .. 17 loop
      p[i] := p[i] # case when pass > 0 and pass & 1 = 0 then salts[i] else keys[i] end;
    end loop;
    mixed := case when pass = 0 then salts[0:3] else array[0, 0, 0, 0] end;
    l := 0;
    r := 0;
    for i in 0 .. 520 loop
      l := l # p[0] # mixed[1 + (i & 1) * 2];
      r := r # mixed[2 + (i & 1) * 2];
      for k in 1 .. 15 by 2 loop
        r := r # p[k] # (((s0[(l >> 24) & 255] + s1[(l >> 16) & 255]) # s2[(l >> 8) & 255]) + s3[l & 255]);
        l := l # p[k + 1] # (((s0[(r >> 24) & 255] + s1[(r >> 16) & 255]) # s2[(r >> 8) & 255]) + s3[r & 255]);
      end loop;
      x := r # p[17];
      r := l & 4294967295;
      l := x & 4294967295;
      if i < 9 then
        p[2 * i] := l;
        p[2 * i + 1] := r;
      elsif i < 137 then
        s0[2 * i - 18] := l;
        s0[2 * i - 17] := r;
      elsif i < 265 then
        s1[2 * i - 274] := l;
        s1[2 * i - 273] := r;
      elsif i < 393 then
        s2[2 * i - 530] := l;
        s2[2 * i - 529] := r;
      else
        s3[2 * i - 786] := l;
        s3[2 * i - 785] := r;
      end if;
    end loop;
  end loop;
  for block in 0 .. 2 loop
    l := ('x' || encode(substring(plain from 8 * block + 1 for 4), 'hex'))::bit(32)::bigint;
    r := ('x' || encode(substring(plain from 8 * block + 5 for 4), 'hex'))::bit(32)::bigint;
    for i in 1 .. 64 loop
      l := l # p[0];
      for k in 1 .. 15 by 2 loop
        r := r # p[k] # (((s0[(l >> 24) & 255] + s1[(l >> 16) & 255]) # s2[(l >> 8) & 255]) + s3[l & 255]);
        l := l # p[k + 1] # (((s0[(r >> 24) & 255] + s1[(r >> 16) & 255]) # s2[(r >> 8) & 255]) + s3[r & 255]);
      end loop;
      x := r # p[17];
      r := l & 4294967295;
      l := x & 4294967295;
    end loop;
    hash := hash || substring(int8send(l) from 5) || substring(int8send(r) from 5);
  end loop;
  return substr(setting, 1, 7) || left(translate(encode(salt, 'base64'), standard, letters), 22)
    || left(translate(encode(substring(hash from 1 for 23), 'base64'), standard, letters), 31);
end $$;

create function crypt(password text, setting text) returns text
language sql immutable strict parallel safe
begin atomic
  select case
    when setting ~ '^\$2[abxy]\$' then pgcrypto_bcrypt(secret, setting)
    when setting like '$1$%' then '$1$' || md5_salt || '$' || pgcrypto_base64(
      pgcrypto_md5_crypt(secret, convert_to(md5_salt, 'UTF8')),
      array[0, 6, 12, 1, 7, 13, 2, 8, 14, 3, 9, 15, 4, 10, 5, -1, -1, 11], 22)
    when setting like '$5$%' then '$5$' || sha_rounds || sha_salt || '$' || pgcrypto_base64(
      pgcrypto_sha_crypt(secret, convert_to(sha_salt, 'UTF8'), rounds, false),
      array[0, 10, 20, 21, 1, 11, 12, 22, 2, 3, 13, 23, 24, 4, 14, 15, 25, 5, 6, 16, 26, 27, 7, 17, 18, 28,
          8, 9, 19, 29, -1, 31, 30], 43)
    when setting like '$6$%' then '$6$' || sha_rounds || sha_salt || '$' || pgcrypto_base64(
      pgcrypto_sha_crypt(secret, convert_to(sha_salt, 'UTF8'), rounds, true),
      array[0, 21, 42, 22, 43, 1, 44, 2, 23, 3, 24, 45, 25, 46, 4, 47, 5, 26, 6, 27, 48, 28, 49, 7, 50, 8,
          29, 9, 30, 51, 31, 52, 10, 53, 11, 32, 12, 33, 54, 34, 55, 13, 56, 14, 35, 15, 36, 57, 37, 58, 16,
          59, 17, 38, 18, 39, 60, 40, 61, 19, 62, 20, 41, -1, -1, 63], 86)
    when setting ~ '^(_[./0-9A-Za-z]{8}|[./0-9A-Za-z]{2})' then pgcrypto_fail('0A000', 
      'crypt: DES is not available here', 'Use gen_salt(''bf''), or a PostgreSQL server with the C module pgcrypto.')
    else pgcrypto_fail('22023', 'invalid salt')
  end
  from (select convert_to(password, getdatabaseencoding()) as secret, left(split_part(setting, '$', 3), 8) as md5_salt,
      coalesce(substring(setting from '^\$[56]\$(rounds=\d{1,9}\$)'), '') as asked) as given,
    lateral (select left(split_part(setting, '$', case when asked = '' then 3 else 4 end), 16) as sha_salt,
      least(greatest(coalesce(substring(asked from '\d+')::integer, 5000), 1000), 999999999) as rounds) as parts,
    lateral (select case when asked = '' then '' else 'rounds=' || rounds || '$' end as sha_rounds) as written;
end;

create function gen_salt(type text, rounds integer) returns text
language sql volatile strict parallel safe
begin atomic
  select case
    when lower(type) = 'bf' and (rounds = 0 or rounds between 4 and 31) then '$2a$'
      || lpad(case when rounds = 0 then 6 else rounds end::text, 2, '0') || '$'
      || translate(left(encode(gen_random_bytes(16), 'base64'), 22),
        'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
        './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
    when lower(type) = 'md5' and rounds in (0, 1000) then
      '$1$' || translate(encode(gen_random_bytes(6), 'base64'), '+', '.')
    when lower(type) in ('sha256crypt', 'sha512crypt') and (rounds = 0 or rounds between 1000 and 999999999) then
      case lower(type) when 'sha256crypt' then '$5$' else '$6$' end || 'rounds='
      || case when rounds = 0 then 5000 else rounds end || '$'
      || translate(encode(gen_random_bytes(12), 'base64'), '+', '.')
    when lower(type) in ('bf', 'md5', 'sha256crypt', 'sha512crypt') then
      pgcrypto_fail('22023', 'gen_salt: Incorrect number of rounds')
    when lower(type) in ('des', 'xdes') then
      pgcrypto_fail('0A000', 'gen_salt: DES is not available here', 'Use gen_salt(''bf'').')
    else pgcrypto_fail('22023', 'gen_salt: Unknown salt algorithm')
  end;
end;

create function gen_salt(type text) returns text
language sql volatile strict parallel safe
begin atomic
  select gen_salt(type, 0);
end;
