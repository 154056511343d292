import type { Table } from "./format.ts";

/**
 * What a browser gives its extensions (`chrome`, `browser`): to control a page is to use the network, as for whoever drives a browser
 * from outside. What is in no row (messages to the extension's other parts, history, cookies) is not known.
 */
export const extensionApi: Table = {
  rest: "unlisted",
  rows: {
    "tabs.query tabs.get tabs.getCurrent tabs.move tabs.group tabs.ungroup tabs.getZoom tabs.setZoom tabGroups.update tabGroups.query windows.get windows.getAll windows.getCurrent windows.getLastFocused windows.update windows.remove":
      "pure",
    "offscreen.hasDocument offscreen.closeDocument extension.isAllowedFileSchemeAccess extension.isAllowedIncognitoAccess": "pure",
    "runtime.getURL runtime.getManifest runtime.getPlatformInfo runtime.openOptionsPage i18n.getMessage i18n.getUILanguage alarms.create alarms.clear alarms.get notifications.create notifications.clear action.setBadgeText action.setBadgeBackgroundColor action.setIcon action.setTitle sidePanel.open sidePanel.setOptions sidePanel.setPanelBehavior permissions.contains":
      "pure",
    "storage.local.get storage.local.set storage.local.remove storage.local.clear storage.sync.get storage.sync.set storage.sync.remove storage.sync.clear storage.session.get storage.session.set storage.session.remove storage.managed.get":
      "pure",
    "tabs.create tabs.update tabs.reload tabs.remove tabs.goBack tabs.goForward tabs.duplicate tabs.discard tabs.captureVisibleTab tabs.sendMessage windows.create webNavigation.getAllFrames webNavigation.getFrame debugger.attach debugger.detach debugger.sendCommand":
      "net.connect",
    // What is handed over runs in the page.
    "scripting.executeScript scripting.insertCSS scripting.removeCSS tabs.executeScript tabs.insertCSS": "net.connect remote",
    "downloads.download": "net.connect fs.write",
  },
};
