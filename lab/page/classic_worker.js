// Pyodide refuses classic workers, which it detects by this function; module workers from a blob are refused under file://.
self.importScripts = undefined;
