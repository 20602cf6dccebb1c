/* A browser starts no worker from a file. There the search runs in a hidden frame instead, with the few calls of a worker
   that it makes; so the site can be searched without a server. The theme looks for the name IFrameWorker. */

if (location.protocol === "file:") {
  class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = frame.contentWindow;
      this.ready = new Promise((resolve) => {
        inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        inside.importScripts = async (...urls) => {
          for (const each of urls) await load(inside.document, each);
        };
        load(inside.document, url).then(resolve);
      });
      this.inside = inside;
    }

    async postMessage(data) {
      await this.ready;
      this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data }));
    }
  }

  const load = (page, url) =>
    new Promise((resolve, reject) => {
      const script = page.createElement("script");
      Object.assign(script, { src: url, onload: resolve, onerror: reject });
      page.body.append(script);
    });

  window.IFrameWorker = window.Worker = IFrameWorker;
}
