
// The page's script is compressed. It runs as an ordinary script of the page: its policy names the hash of the text.
const packed = Uint8Array.from(atob(document.getElementById("code").textContent), (sign) => sign.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
const script = document.createElement("script");
script.type = "module";
script.textContent = await new Response(unpacked).text();
document.body.append(script);
